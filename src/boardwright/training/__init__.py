"""Training: fit the weights of an evaluation to games of the search against itself.

``boardwright tune`` runs it; fitting needs NumPy and SciPy (the extra ``tune``).
"""
