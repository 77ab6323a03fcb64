# Die Texte von Congo auf Deutsch; Regeln und Lektionen stehen in README.de.md und lessons.de.toml.

congo-title = Congo
    .about = Führe eine Schar von Tieren über den Fluss und schlage den gegnerischen Löwen, aber ertrinke nicht.
congo-variant-standard = Kursaufstellung
    .note = Die kleinere Aufstellung eines Universitätskurses: je ein Löwe, eine Giraffe, ein Zebra und sieben Bauern.
congo-variant-full = Volles Spiel
    .note = Alle Tiere von Anfang an: auch ein Affe, zwei Elefanten und ein Krokodil.
congo-side-white = Weiß
congo-side-black = Schwarz
congo-piece-lion = Löwe
    .gender = masculine
congo-piece-zebra = Zebra
    .gender = neuter
congo-piece-giraffe = Giraffe
    .gender = feminine
congo-piece-elephant = Elefant
    .gender = masculine
congo-piece-monkey = Affe
    .gender = masculine
congo-piece-crocodile = Krokodil
    .gender = neuter
congo-piece-pawn = Bauer
    .gender = masculine
congo-piece-superpawn = Superbauer
    .gender = masculine
congo-value-move-number = Zugnummer

## Wie eine Partie endet

congo-text-lion_captured = der Löwe von { $side } ist geschlagen
congo-text-bare_lions = nur die beiden Löwen sind übrig
congo-text-side_stuck = { $side } hat keinen erlaubten Zug

## Regeln, die ein Zug verletzt

congo-text-no_target = ein Zug führt vom Feld einer Figur auf ein anderes
congo-text-no_square = das Feld { $square } gibt es nicht, nur 0 (a1) bis 48 (g7)
congo-text-opponents = { $piece-gender ->
    [masculine] der { $piece } auf { $square } gehört dem Gegner
    [neuter] das { $piece } auf { $square } gehört dem Gegner
   *[feminine] die { $piece } auf { $square } gehört dem Gegner
}
congo-text-passing = Passen ist nicht erlaubt: eine Figur muss ihr Feld verlassen
congo-text-only_monkeys = nur ein Affe zieht über mehrere Felder, und auf { $square } steht { $piece-gender ->
    [feminine] eine { $piece }
   *[other] ein { $piece }
}
congo-text-own_piece = auf { $square } steht { $piece-gender ->
    [feminine] eine eigene { $piece }
    [neuter] ein eigenes { $piece }
   *[masculine] ein eigener { $piece }
}
congo-text-giraffe_capture = die Giraffe schlägt zwei Felder weit, nicht auf dem Nachbarfeld { $square }
congo-text-castle = { $square } liegt außerhalb der Burg, die der Löwe nur verlässt, um den gegnerischen Löwen zu schlagen
congo-text-retreat_capture = ein Rückzug schlägt nichts, und auf { $square } steht { $piece-gender ->
    [feminine] eine { $piece }
   *[other] ein { $piece }
}
congo-text-retreat = ein Bauer darf sich nur zurückziehen, wenn er jenseits des Flusses steht
congo-text-lion_jumped = der Löwe wird übersprungen, und damit enden der Zug und die Partie
congo-text-no_enemy = auf { $square } steht keine gegnerische Figur, die zu überspringen wäre
congo-text-jumped_twice = { $piece-gender ->
    [masculine] der { $piece } auf { $square } wird zweimal übersprungen
    [neuter] das { $piece } auf { $square } wird zweimal übersprungen
   *[feminine] die { $piece } auf { $square } wird zweimal übersprungen
}
congo-text-landing = der Affe kann nicht auf { $square } landen: dort steht { $piece-gender ->
    [feminine] eine { $piece }
   *[other] ein { $piece }
}
congo-text-monkey_path = ein Affe zieht nur springend weiter: jedes weitere Feld ist zwei Felder entfernt, hinter einer gegnerischen Figur
congo-text-monkey_capture = der Affe schlägt springend, nicht durch einen Schritt auf { $square }
congo-text-lion = der Löwe zieht ein Feld weit innerhalb seiner Burg
congo-text-zebra = das Zebra zieht wie ein Springer im Schach
congo-text-giraffe = die Giraffe zieht ein oder zwei Felder gerade oder diagonal
congo-text-elephant = der Elefant zieht ein oder zwei Felder waagerecht oder senkrecht
congo-text-monkey = der Affe zieht ein Feld weit oder springt über eine gegnerische Figur neben sich auf das Feld dahinter
congo-text-crocodile = das Krokodil zieht ein Feld weit, gleitet auf seiner Linie bis in den Fluss oder gleitet den Fluss entlang
congo-text-pawn = der Bauer zieht ein Feld vorwärts, gerade oder diagonal
congo-text-superpawn = der Superbauer zieht ein Feld vorwärts oder seitwärts, oder ein oder zwei Felder zurück
