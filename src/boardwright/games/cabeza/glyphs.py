"""The drawings of the pieces: SVG path data in a box of 100 by 100 for the fill rule ``nonzero``.

Outlines run clockwise and the holes in them, eyes and noses and mouths, counter-clockwise.
"""

GLYPHS = {"cabeza": "M50 6A22 22 0 0 1 50 50A22 22 0 0 1 50 6ZM12 94C12 68 28 56 50 56S88 68 88 94Z"}

FACES = {
    # A child with a curl.
    "mini": (
        "M44 24Q46 8 60 6Q54 14 57 24Z"
        "M14 58A36 36 0 1 1 86 58A36 36 0 1 1 14 58Z"
        "M31 52A6 6 0 1 0 43 52A6 6 0 1 0 31 52Z"
        "M57 52A6 6 0 1 0 69 52A6 6 0 1 0 57 52Z"
        "M33 68Q50 92 67 68Q50 77 33 68Z"
    ),
    # Thin, as its name says.
    "flaco": (
        "M26 51A24 45 0 1 1 74 51A24 45 0 1 1 26 51Z"
        "M36 40A5 5 0 1 0 46 40A5 5 0 1 0 36 40Z"
        "M54 40A5 5 0 1 0 64 40A5 5 0 1 0 54 40Z"
        "M47 49V64H57Q52 60 52 49Z"
        "M40 75V81H60V75Z"
    ),
    # Flat, with a broad snub nose, under a cap.
    "chato": (
        "M22 24Q50 2 78 24Z"
        "M4 58A46 30 0 1 1 96 58A46 30 0 1 1 4 58Z"
        "M23 50A6 6 0 1 0 35 50A6 6 0 1 0 23 50Z"
        "M65 50A6 6 0 1 0 77 50A6 6 0 1 0 65 50Z"
        "M38 60A12 6 0 1 0 62 60A12 6 0 1 0 38 60Z"
        "M30 71Q50 85 70 71Q50 77 30 71Z"
    ),
    # A grandfather with glasses and a moustache.
    "opa": (
        "M14 46C14 20 30 6 50 6S86 20 86 46C86 78 72 96 50 96S14 78 14 46Z"
        "M21 42A13 13 0 1 0 47 42A13 13 0 1 0 21 42Z"
        "M26 42A8 8 0 1 1 42 42A8 8 0 1 1 26 42Z"
        "M53 42A13 13 0 1 0 79 42A13 13 0 1 0 53 42Z"
        "M58 42A8 8 0 1 1 74 42A8 8 0 1 1 58 42Z"
        "M46 39V44H54V39Z"
        "M50 58C40 58 34 66 24 66C32 76 44 74 50 68C56 74 68 76 76 66C66 66 60 58 50 58Z"
    ),
}
