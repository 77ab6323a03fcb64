"""Training: fit the network of an evaluation to self-play games.

``boardwright train`` runs it; fitting needs NumPy and SciPy (the extra ``train``), or NumPy and
PyTorch on a GPU (the extra ``torch``).
"""
