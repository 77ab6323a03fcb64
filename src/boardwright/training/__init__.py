"""Training: fit the evaluation of a game to self-play games.

``boardwright train`` runs it. Fitting a network needs NumPy and SciPy (the extra ``train``), or NumPy and PyTorch on a
GPU (the extra ``torch``); the weights of a game without a core need neither.
"""
