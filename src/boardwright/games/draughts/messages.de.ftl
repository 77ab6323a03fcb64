# Die Texte der internationalen Dame auf Deutsch; Regeln und Lektionen stehen in README.de.md und lessons.de.toml.

draughts-title = Internationale Dame
    .about = Spring über Figuren, um sie zu schlagen, so viele wie möglich: Wer keinen Zug mehr hat, verliert.
draughts-side-white = Weiß
draughts-side-black = Schwarz
draughts-piece-man = Stein
    .gender = masculine
draughts-piece-king = Dame
    .gender = feminine

## Wie eine Partie endet

draughts-text-blocked_side = die Seite am Zug ist blockiert
draughts-text-no_pieces = die Seite am Zug hat keine Figuren mehr
draughts-text-only_kings = je { $moves } Züge nur mit Damen, ohne dass geschlagen wurde
draughts-text-king_against_three = je { $moves } Züge, eine Dame gegen drei Figuren
draughts-text-king_against_two = je { $moves } Züge, eine Dame gegen zwei Figuren oder eine

## Regeln, die ein Zug verletzt

draughts-text-no_square = das Feld { $square } gibt es nicht, nur 1 bis 50
draughts-text-other_pieces = kein Schlagzug von { $origin } nach { $target } schlägt genau diese Figuren
draughts-text-most_pieces = { $taken ->
    [one] dieser Zug schlägt nur eine Figur, aber möglich und damit Pflicht sind { $most }
   *[other] dieser Zug schlägt nur { $taken } Figuren, aber möglich und damit Pflicht sind { $most }
}
draughts-text-compulsory = { $most ->
    [one] es herrscht Schlagzwang: eine Figur muss geschlagen werden
   *[other] es herrscht Schlagzwang: { $most } Figuren müssen geschlagen werden
}
draughts-text-diagonal = Figuren ziehen diagonal
draughts-text-forward = Steine ziehen ein Feld vorwärts
draughts-text-not_one_diagonal = { $square } und { $landing } liegen nicht auf einer Diagonale
draughts-text-nothing_to_take = zwischen { $square } und { $landing } gibt es nichts zu schlagen
draughts-text-own_piece = die eigene Figur auf { $square } kann nicht geschlagen werden
draughts-text-taken_already = die Figur auf { $square } ist schon geschlagen und bleibt stehen, bis der Zug endet
draughts-text-one_piece = ein Sprung schlägt nur eine Figur, nicht die auf { $squares }
draughts-text-too_far = ein Stein schlägt die Figur neben sich: von { $square } nach { $landing } ist es zu weit
