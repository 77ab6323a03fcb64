# Die Texte von Turm & Wächter auf Deutsch; Regeln und Lektionen stehen in README.de.md und lessons.de.toml.

turm-title = Turm & Wächter
    .about = Bau Türme, die weit ziehen und hart schlagen. Schlage den gegnerischen Wächter oder bring deinen eigenen ins Ziel.
turm-variant-centre = Mitte
    .note = Das Ziel beider Wächter ist D4, die Mitte des Bretts.
turm-variant-castle = Burg
    .note = Das Ziel ist das Feld, auf dem der gegnerische Wächter begonnen hat.
turm-side-red = Rot
turm-side-blue = Blau
turm-piece-guard = Wächter
    .gender = masculine
turm-piece-tower = Turm
    .gender = masculine

## Wie eine Partie endet

turm-text-guard_taken = der Wächter von { $side } ist geschlagen
turm-text-goal_reached = der Wächter von { $side } hat { $square } erreicht

## Regeln, die ein Zug verletzt

turm-text-no_square = das Feld { $square } gibt es nicht, nur 0 (A1) bis 48 (G7)
turm-text-straight_line = Figuren ziehen geradeaus, waagerecht oder senkrecht
turm-text-guard_distance = der Wächter zieht genau ein Feld
turm-text-guard_stones = der Wächter ist eine einzige Figur und zählt als ein Stein
turm-text-distance = { $stones ->
    [one] 1 Stein zieht genau 1 Feld, nicht { $distance }
   *[other] { $stones } Steine ziehen genau { $stones } Felder, nicht { $distance }
}
turm-text-too_few_stones = { $height ->
    [one] der Turm auf { $square } hat nur 1 Stein, nicht { $stones }
   *[other] der Turm auf { $square } hat { $height } Steine, nicht { $stones }
}
turm-text-guard_and_tower = Wächter und Turm einer Seite können nicht beide auf { $square } stehen
turm-text-too_high = der Turm auf { $square } würde höher als { $tallest } Steine
turm-text-too_strong = { $stones ->
    [one] 1 Stein kann den Turm der Höhe { $height } auf { $square } nicht schlagen
   *[other] { $stones } Steine können den Turm der Höhe { $height } auf { $square } nicht schlagen
}
