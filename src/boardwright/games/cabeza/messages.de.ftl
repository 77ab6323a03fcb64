# Die Texte von Cabeza auf Deutsch; Regeln und Lektionen stehen in README.de.md und lessons.de.toml.

cabeza-title = Cabeza
    .about = Rolle deine Klötze über das Brett: Zerdrücke die gegnerische Cabeza oder bring deine eigene auf die andere Seite.
cabeza-side-red = Rot
cabeza-side-blue = Blau
cabeza-piece-cabeza = Cabeza
    .gender = feminine
cabeza-piece-mini = Mini
    .gender = masculine
cabeza-piece-flaco = Flaco
    .gender = masculine
cabeza-piece-chato = Chato
    .gender = masculine
cabeza-piece-opa = Opa
    .gender = masculine

## Wie eine Partie endet

cabeza-text-crushed = die Cabeza von { $side } ist zerdrückt
cabeza-text-home_reached = die Cabeza von { $side } hat die Grundreihe von { $other } erreicht

## Regeln, die ein Zug verletzt

# Im Dativ: „landet auf dem Mini von Blau und der Cabeza von Rot“
cabeza-text-named_piece = { $piece-gender ->
    [feminine] der { $piece } von { $side }
   *[masculine] dem { $piece } von { $side }
}
cabeza-text-one_slide_or_two = ein- oder zweimal gleiten
cabeza-text-one_roll_or_two = ein- oder zweimal rollen
cabeza-text-one_roll = einmal rollen
cabeza-text-wrong_colour = { $side } ist am Zug, und { $piece } hat die falsche Farbe: erlaubt sind { $letters }
cabeza-text-directions = ein Zug bewegt eine Figur nach Norden, Süden, Osten oder Westen: Passen ist nicht erlaubt
cabeza-text-opa_rolls = der Opa rollt nur einmal
cabeza-text-rolls = der { $piece } rollt ein- oder zweimal, nicht { $rolls }-mal
cabeza-text-reversal = { $direction } und { $opposite } heben sich auf: umkehren darf eine Figur nie
cabeza-text-destination = { $piece-gender ->
    [feminine] die { $piece } wird nach ihrem Ziel benannt: erwartet wird { $move }
   *[masculine] der { $piece } wird nach seinem Ziel benannt: erwartet wird { $move }
}
cabeza-text-no_turn_over = { $piece-gender ->
    [feminine] kein Zug der { $piece } ({ $turn }) führt über { $squares } nach { $square }
   *[masculine] kein Zug des { $piece } ({ $turn }) führt über { $squares } nach { $square }
}
cabeza-text-no_turn_to = { $piece-gender ->
    [feminine] kein Zug der { $piece } ({ $turn }) endet auf { $square }
   *[masculine] kein Zug des { $piece } ({ $turn }) endet auf { $square }
}
cabeza-text-crushing_ends = das erste Rollen zerdrückt die gegnerische Cabeza, und damit endet der Zug
cabeza-text-roll_off_board = { $ordinal ->
    [second] das zweite Rollen ({ $direction }) führt vom Brett
   *[first] das erste Rollen ({ $direction }) führt vom Brett
}
cabeza-text-roll_on_own_cabeza = { $ordinal ->
    [second] beim zweiten Rollen ({ $direction }) würde der Klotz auf der eigenen Cabeza landen
   *[first] beim ersten Rollen ({ $direction }) würde der Klotz auf der eigenen Cabeza landen
}
cabeza-text-roll_on_pieces = { $ordinal ->
    [second] beim zweiten Rollen ({ $direction }) würde der Klotz auf { $pieces } landen
   *[first] beim ersten Rollen ({ $direction }) würde der Klotz auf { $pieces } landen
}
cabeza-text-roll_on_cabeza_and_others = { $ordinal ->
    [second] beim zweiten Rollen ({ $direction }) würde der Klotz auf { $pieces } landen: Er zerdrückt die Cabeza nur, wenn er keine andere Figur bedeckt
   *[first] beim ersten Rollen ({ $direction }) würde der Klotz auf { $pieces } landen: Er zerdrückt die Cabeza nur, wenn er keine andere Figur bedeckt
}
cabeza-text-slides = die Cabeza gleitet ein- oder zweimal, und { $directions } wäre zu weit
cabeza-text-slide_off_board = die Cabeza würde mit { $directions } vom Brett gleiten
cabeza-text-slide_onto = die Cabeza würde auf { $piece } landen
cabeza-text-slide_onto_cabeza = die Cabeza würde auf { $piece } landen: eine Cabeza schlägt nie
cabeza-text-diagonal_slide = das diagonale Gleiten nach { $square } führt zwischen zwei besetzten Feldern hindurch, { $beside }
cabeza-text-no_slides = mit zweimal Gleiten kommt die Cabeza nicht nach { $square }: was dazwischen steht, ist im Weg, oder sie müsste diagonal zwischen zwei besetzten Feldern hindurch
