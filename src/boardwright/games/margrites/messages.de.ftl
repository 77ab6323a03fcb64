# Die Texte von Margrites auf Deutsch; Regeln und Lektionen stehen in README.de.md und lessons.de.toml.

margrites-title = Margrites
    .about = Vier Schritte in jedem Zug: Umzingle und schlage den Feind, und bring deine Figuren über den Rand des Bretts, um zu punkten.
margrites-side-black = Schwarz
margrites-side-white = Weiß
margrites-piece-piece = Figur
    .gender = feminine
margrites-value-steps-left = Schritte übrig
margrites-value-score = Spielstand
margrites-value-black-s-points = Punkte von Schwarz
margrites-value-white-s-points = Punkte von Weiß
margrites-value-black-s-captures = geschlagen von Schwarz
margrites-value-white-s-captures = geschlagen von Weiß

## Wie eine Partie endet

margrites-text-no_black_on_points = Schwarz hat keine Figuren mehr, nach Punkten entschieden
margrites-text-no_black_on_captures = Schwarz hat keine Figuren mehr, nach geschlagenen Figuren entschieden
margrites-text-no_black_equal = Schwarz hat keine Figuren mehr, gleich viele Punkte und geschlagene Figuren
margrites-text-no_white_on_points = Weiß hat keine Figuren mehr, nach Punkten entschieden
margrites-text-no_white_on_captures = Weiß hat keine Figuren mehr, nach geschlagenen Figuren entschieden
margrites-text-no_white_equal = Weiß hat keine Figuren mehr, gleich viele Punkte und geschlagene Figuren
margrites-text-no_pieces_on_points = beide Seiten haben keine Figuren mehr, nach Punkten entschieden
margrites-text-no_pieces_on_captures = beide Seiten haben keine Figuren mehr, nach geschlagenen Figuren entschieden
margrites-text-no_pieces_equal = beide Seiten haben keine Figuren mehr, gleich viele Punkte und geschlagene Figuren
margrites-text-stuck_on_points = keine Seite kann mehr gehen, nach Punkten entschieden
margrites-text-stuck_on_captures = keine Seite kann mehr gehen, nach geschlagenen Figuren entschieden
margrites-text-stuck_equal = keine Seite kann mehr gehen, gleich viele Punkte und geschlagene Figuren

## Regeln, die ein Schritt verletzt

margrites-text-no_square = das Feld { $square } gibt es nicht, nur 0 (a8) bis 71 (i1) und die Ziele 72 und 73
margrites-text-no_piece = auf { $square } steht keine Figur
margrites-text-goal = { $side } punktet von Reihe { $rank } aus, mit { $goal }
margrites-text-neighbour = ein Schritt führt auf eines der acht Nachbarfelder
margrites-text-start_square = die Figur auf { $square } darf nicht auf ihr Startfeld { $start } zurück
margrites-text-martyrdom = das wäre ein Märtyrertod, denn die Figur würde auf { $square } geschlagen
margrites-text-no_step_left = in diesem Zug ist kein Schritt mehr übrig
margrites-text-captures = der Schritt schlägt { $squares }
margrites-text-no_captures = der Schritt schlägt nichts
