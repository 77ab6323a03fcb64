GLYPHS: dict[str, str] = {}
