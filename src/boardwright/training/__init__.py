"""Training: fit the weights of an evaluation to self-play games.

``boardwright tune`` runs it; fitting needs NumPy and SciPy (the extra ``tune``).
"""
