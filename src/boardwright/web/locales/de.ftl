# Die Meldungen der Seite auf Deutsch. docs/translating.md beschreibt, wie übersetzt wird, und listet die Fachwörter.

language-name = Deutsch
language = Sprache

## Titel der Seiten

title = { $page } - Boardwright
title-rules = { $game }: Regeln - Boardwright
title-lessons = { $game }: Lektionen - Boardwright
title-lesson = { $game }, Lektion { $number }: { $lesson } - Boardwright
title-puzzles = { $game }: Aufgaben - Boardwright

## Wörter und Schaltflächen, die mehrere Seiten gemeinsam haben

game-and-variant = { $game }, { $variant }
sentence = { $text }.
label-of = { $label }: { $of }
all-games = Alle Spiele
go-back = Zurück
cancel = Abbrechen
close = Schließen
copy = Kopieren
copy-what = Kopieren: { $what }
copied = Kopiert: { $what }
open = Öffnen
import = Importieren
export = Exportieren
remove = Entfernen
remove-what = { $what } entfernen
show-more = Mehr zeigen
link = Link
draw = Remis
start = Beginnen
join = Mitspielen
play = Spielen
play-game = { $game } spielen
play-side = { $side } spielen
learn = Lernen
analyse = Analyse
rules = Regeln
puzzles = Aufgaben
hint = Tipp
try-again = Noch einmal
start-again = Von vorn
flip = Drehen
flat = 2-D
solid = 3-D
from-above = Von oben
from-above-about = Von oben ansehen, solange du diese Schaltfläche gedrückt hältst (V)
board = Brett
game = Spiel
games = Partien
position = Stellung
moves = Züge
variant = Variante
random = Zufall
clock = Uhr
your-name = Dein Name
your-move = Du bist am Zug
anonymous = Anonym
move-count = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
game-count = { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
}
spectators = { $count ->
    [one] 1 Zuschauer
   *[other] { $count } Zuschauer
}

## Der Rahmen der Seite

skip = Zum Brett
not-found = Nicht gefunden
went-wrong = Etwas ist schiefgegangen
theme-auto = Farben: wie im System
theme-light = Farben: hell
theme-dark = Farben: dunkel
sounds-on = Töne: an
sounds-off = Töne: aus
keyboard-shortcuts = Tastenkürzel
key-tab = Tab
key-tab-does = zum Brett, zu den Listen und den Schaltflächen
key-arrows = Pfeiltasten auf dem Brett
key-arrows-does = von Feld zu Feld, sobald Tab, ↑ oder ↓ dich dorthin gebracht hat
key-enter = Enter oder Leertaste
key-enter-does = ein Feld wählen; noch einmal auf demselben Feld, um dort stehen zu bleiben
key-escape = Escape
key-escape-does = Auswahl und Zeichnungen löschen
key-walk = ← → oder , .
key-walk-does = einen Zug zurück oder vor, auch nach einem Klick auf das Brett
key-ends = Pos1, Ende
key-ends-does = die erste und die letzte Stellung
key-aside = Umschalt und ↑ ↓
key-aside-does = in der Analyse: zur Variante davor oder danach
key-flip = F
key-flip-does = das Brett drehen
key-threats = T
key-threats-does = Drohungen zeigen
key-above = V
key-above-does = ein 3-D-Brett von oben ansehen, solange du die Taste gedrückt hältst
key-draw = A auf dem Brett
key-draw-does = einen Pfeil beginnen und auf einem anderen Feld beenden; auf demselben Feld wird es ein Kreis
key-mouse = Rechte Maustaste
key-mouse-does = einen Pfeil oder einen Kreis zeichnen; mit Umschalt rot, mit Alt blau, mit beiden gelb
key-engine = E
key-engine-does = die Engine ein- und ausschalten
key-help = ?
key-help-does = diese Liste zeigen

## Eine Website aus statischen Dateien, ohne Server

site-loading = Regeln und Engine werden geladen …
site-starting = Regeln und Engine starten …
site-loading-bytes = Regeln und Engine werden geladen: { $loaded } von { $total } MB
site-download-failed = Regeln und Engine konnten nicht geladen werden. Prüfe deine Verbindung.
site-no-webassembly = Dieser Browser kann Regeln und Engine nicht ausführen, weil er kein WebAssembly hat. Nimm einen aktuellen Browser.
site-no-worker = Dieser Browser kann Regeln und Engine nicht ausführen, weil er keine Worker zulässt. Öffne die Website über HTTP oder HTTPS.
site-about = Spiel gegen die Engine oder gegen jemanden neben dir und untersuche jede Stellung.
save-all-games = Alle Partien als Datei speichern
delete-game-question = Diese Partie löschen? Sie ist nur in diesem Browser gespeichert.
games-imported = { $count ->
    [one] 1 Partie importiert
   *[other] { $count } Partien importiert
} ({ $all } in der Datei).
site-new-version = Es gibt eine neue Version. Deine Partien bleiben erhalten.
site-reload = Neu laden
site-later = Später
site-first-move = Du kannst schon ziehen: Die Partie beginnt, sobald die Regeln geladen sind.
site-game-waits = Die Partie beginnt, sobald die Regeln geladen sind.
site-silent = Eine Datei der Website konnte nicht geladen werden. Prüfe deine Verbindung.

## Dateien von Spielen, die der Betreiber des Servers angibt

file-line = { $file }, Zeile { $line }
file-current = Diese Meldung verschwindet, wenn die Datei berichtigt und gespeichert ist.
file-earlier = Das Spiel behält die Regeln der letzten Fassung, die geladen werden konnte, bis die Datei berichtigt und gespeichert ist.
file-not-loaded = Das Spiel wird angeboten, sobald die Datei berichtigt und gespeichert ist.

## Die Startseite

lobby-title = Brettspiele, die sich lohnen
lobby-about = Spiel gegen die Engine oder gegen Freunde und untersuche jede Stellung.
lost-title = Hier ist nichts
lost-about = Diese Adresse führt zu keiner Seite.
your-games = Deine Partien
show-all-games = Alle { $count } Partien zeigen
remove-game = Partie { $number } entfernen: { $title }
remove-game-question = Diese Partie entfernen? Du verlierst damit deinen Platz.
game-gone = Nicht mehr auf diesem Server
no-answer = Keine Antwort
standing = { $state }, { $moves }
standing-engine = gegen die Engine, { $state }, { $moves }
standing-name = gegen { $name }, { $state }, { $moves }
standing-own-move = du bist am Zug
hold-event = Ein Turnier veranstalten
hold-event-about = Für eine Klasse oder einen Verein: Alle spielen gegen alle, mit einer Tabelle.
open-game = Eine Partie öffnen
open-game-about = Spiel eine Partie nach, die hier oder anderswo gespielt wurde, und analysiere sie.
import-title = Eine Partie importieren
import-about = Füge eine Partie ein, die diese Seite oder ein anderes Programm gespeichert hat ({ $formats }), oder einen Link zu einer Analyse, oder wähle eine Datei.
open-games = Offene Partien
games-to-watch = Partien zum Zuschauen
you-play = Du spielst { $side }
join-what = Mitspielen: gegen { $name }, { $title }
watch = Zuschauen
watch-what = Zuschauen: { $names }, { $title }

## Eine neue Partie

new-game = Neue Partie: { $game }
against = Gegen
opponent-engine = Die Engine
opponent-friend = Einen Freund (per Link)
opponent-anyone = Irgendwen (auf der Startseite)
opponent-here = Zwei Spieler an diesem Gerät
opponent-watch = Zusehen, wie die Engine gegen sich selbst spielt
strength = Stärke
full-strength = volle Stärke
level-of = Stufe { $level } von { $levels }
your-side = Deine Seite
side-first = { $side } (beginnt)
start-position = Startstellung
setup-standard = Normal
setup-custom = Eigene Aufstellung
setup-about = Zieh die Figuren dorthin, wo sie beginnen sollen.
setup-invalid = Die Aufstellung ist nicht gültig: Was falsch ist, steht unter dem Brett.
start-game = Partie beginnen
clock-none = Ohne Uhr
clock-minutes = { $minutes ->
    [one] 1 Minute
   *[other] { $minutes } Minuten
}{ $increment ->
    [0] { "" }
   *[other] { " " }+ { $increment } s
}
clock-seconds = { $seconds ->
    [one] 1 Sekunde
   *[other] { $seconds } Sekunden
}{ $increment ->
    [0] { "" }
   *[other] { " " }+ { $increment } s
}
clock-other = Andere
clock-minutes-each = Minuten pro Seite
clock-increment = Zusätzliche Sekunden pro Zug

## Einladungen

invited-by = { $inviter } lädt dich ein, { $side } zu spielen
invited = Du bist eingeladen, { $side } zu spielen
invitation-facts = { $game }. { $clock }. { $side } beginnt.
learn-the-game = Das Spiel lernen
decline = Ablehnen
decline-question = Diese Einladung ablehnen? Die Partie wird dann geschlossen.

## Turniere

new-event = Neues Turnier
event-about = Alle spielen gegen alle, in einer Klasse oder einem Verein. Du bekommst einen Link, über den alle beitreten.
event-name = Name des Turniers
once = Einmal
twice = Zweimal, mit vertauschten Seiten
order = Reihenfolge
round-by-round = Runde für Runde
all-at-once = Alle Partien zugleich
create-event = Turnier anlegen
event-once = Alle spielen einmal gegen alle
event-twice = Alle spielen zweimal gegen alle
event-part = Deine Teilnahme
event-table = Tabelle
event-players = Spieler
event-has-started = Das Turnier hat begonnen.
event-is-over = Das Turnier ist zu Ende.
start-event = Turnier beginnen
start-event-question = Das Turnier beginnen? Danach kann niemand mehr beitreten.
event-send-link = Schick diesen Link an alle, die mitspielen wollen:
event-needs-two = Sobald zwei Spieler dabei sind, kannst du das Turnier beginnen.
event-start-about = Die Partien beginnen, wenn du das Turnier beginnst; danach kann niemand mehr beitreten.
event-joined = Du bist dabei. Die Partien erscheinen hier, sobald der Veranstalter das Turnier beginnt.
event-running = Das Turnier läuft. Wähle unten eine Partie, um zuzusehen.
event-winners = { $count ->
    [one] Das Turnier ist zu Ende. { $names } hat gewonnen (Punkte: { $points }).
   *[other] Das Turnier ist zu Ende. Geteilter erster Platz (Punkte: { $points }): { $names }.
}
event-all-played = Du hast alle deine Partien gespielt.
event-wait = Deine nächste Partie erscheint hier, wenn diese Runde zu Ende ist.
event-own-games = { $count ->
    [one] Deine nächste Partie
   *[other] Deine Partien
}
event-play = Gegen { $opponent } spielen (du hast { $side })
event-play-yourself = Selbst mitspielen
event-invited = Du bist zu diesem Turnier eingeladen
learn-first = { $game } zuerst lernen
event-empty = Bisher ist niemand beigetreten.
column-place = Platz
column-player = Spieler
column-points = Punkte
column-won = Siege
column-drawn = Remis
column-lost = Niederlagen
event-points-about = Ein Sieg zählt einen Punkt, ein Remis einen halben. Bei gleicher Punktzahl entscheiden die Punkte der besiegten Gegner.
round = Runde { $number }
in-progress = läuft
later = später
decide = Entscheiden
decide-what = Entscheiden: { $names }
decide-title = Diese Partie entscheiden
decide-about = Für eine Partie, die ihre Spieler nicht beenden können. Das lässt sich nicht zurücknehmen.
decided = Die Partie ist entschieden.
player-wins = { $name } gewinnt ({ $side })

## Regeln und Lektionen

learn-by-playing = Spielend lernen
learn-game = { $game } lernen
read-rules = Die Regeln lesen
no-such-lesson = { $game } hat keine Lektion { $number }, nur die Lektionen 1 bis { $lessons }.
lessons-none = Zu diesem Spiel gibt es keine Lektionen.
lessons-about = { $all ->
    [one] Eine kurze Lektion am Brett.
   *[other] { $all } kurze Lektionen am Brett.
}
lessons-finished = Du hast { $finished } von { $all } Lektionen geschafft.
lessons-all-finished = { $all ->
    [one] Du hast die Lektion geschafft.
   *[other] Du hast alle { $all } Lektionen geschafft.
}
lessons-over = Das war die letzte Lektion: Du kennst die Regeln. Spiel eine Partie!
lesson-begin = Mit Lektion { $number } beginnen
lesson-continue = Mit Lektion { $number } weitermachen
lesson-number = Lektion { $number } von { $all }
lesson-go-on = Gut. Weiter.
task-number = Aufgabe { $number } von { $all }
next-task = Nächste Aufgabe
next-lesson = Nächste Lektion
finished = Geschafft
play-level-1 = Gegen Stufe 1 spielen

## Aufgaben

puzzle-task = { $side } ist am Zug: Finde den einzigen Weg zum Sieg
puzzle-right = Richtig. Weiter.
puzzle-wrong = { $move } ist nicht die Lösung. Versuch einen anderen Zug.
puzzle-solved = Gelöst!
puzzle-helped = Mit Hilfe gelöst
puzzle-shown = Das ist die Lösung
puzzle-won = Jede Antwort verliert.
puzzle-hint-square = Sieh dir { $square } an.
# Im Nominativ, denn „den Löwe“ wäre falsch.
puzzle-hint-piece = { $piece-gender ->
    [masculine] Der { $piece } auf { $square } ist der Schlüssel.
    [neuter] Das { $piece } auf { $square } ist der Schlüssel.
   *[feminine] Die { $piece } auf { $square } ist der Schlüssel.
}
puzzle-hint-move = Spiel { $move }.
puzzle-score = Serie: { $streak } (längste: { $best })
puzzle-count = Gelöst: { $solved } von { $total }
puzzle-number = { $difficulty ->
    [easy] Aufgabe { $number }, leicht.
    [hard] Aufgabe { $number }, schwer.
   *[medium] Aufgabe { $number }, mittel.
}
puzzle-levels = Die Stufen der Engine lösen die Aufgabe in { $percent } % der Versuche.
puzzles-none = Zu { $game } gibt es noch keine Aufgaben.
puzzles-make = Der Befehl „boardwright puzzles“ findet welche; das Handbuch sagt, wohin sie gehören.
back-to-puzzle = Zurück zur Aufgabe
show-solution = Lösung zeigen
next-puzzle = Nächste Aufgabe
difficulty = Schwierigkeit
difficulty-all = Alle
difficulty-easy = Leicht
difficulty-medium = Mittel
difficulty-hard = Schwer
other-variants = Andere Varianten:

## Das Brett

board-of = Brett: { $game }
choose-square = { $kind ->
    [hex] Wähle ein Sechseck
    [graph] Wähle einen Punkt
   *[other] Wähle ein Feld
}
continue-or-play = Setz den Zug fort oder spiel ihn so, wie er ist:
play-move = { $move } spielen
cannot-go = { $known ->
    [yes] { $piece-gender ->
        [masculine] Der { $piece } kann nicht nach { $square } ziehen: { $rule }.
        [neuter] Das { $piece } kann nicht nach { $square } ziehen: { $rule }.
       *[feminine] Die { $piece } kann nicht nach { $square } ziehen: { $rule }.
    }
   *[no] { $piece-gender ->
        [masculine] Der { $piece } kann nicht nach { $square } ziehen.
        [neuter] Das { $piece } kann nicht nach { $square } ziehen.
       *[feminine] Die { $piece } kann nicht nach { $square } ziehen.
    }
}
cannot-move = { $known ->
    [yes] { $piece-gender ->
        [masculine] Der { $piece } auf { $square } kann nicht ziehen: { $rule }.
        [neuter] Das { $piece } auf { $square } kann nicht ziehen: { $rule }.
       *[feminine] Die { $piece } auf { $square } kann nicht ziehen: { $rule }.
    }
   *[no] { $piece-gender ->
        [masculine] Der { $piece } auf { $square } kann nicht ziehen.
        [neuter] Das { $piece } auf { $square } kann nicht ziehen.
       *[feminine] Die { $piece } auf { $square } kann nicht ziehen.
    }
}
cannot-be-chosen = { $known ->
    [yes] { $square } lässt sich nicht wählen: { $rule }.
   *[no] { $square } lässt sich nicht wählen.
}
threats-none = Nichts ist bedroht.
threats-listed = { $count ->
    [0] Keine Drohungen
   *[other] Drohungen: { $moves }
}

## Das Brett für Bildschirmleser

piece = { $piece } ({ $side })
piece-and-height = { $piece } ({ $side }), Höhe { $height }
piece-on-squares = { $squares ->
    [one] { $piece }
   *[other] { $piece }, auf { $squares } Feldern
}
off-board = neben dem Brett
empty = leer
possible-move = möglicher Zug
possible-capture = möglicher Schlagzug
possible-loss = möglicher Zug, der eine eigene Figur kostet
can-move = kann ziehen
chosen = gewählt
terrain-river = Fluss
terrain-castle = Burg
terrain-goal = Ziel
terrain-home = Grundreihe
terrain-reserve = Vorrat
square-chosen = { $square } gewählt
piece-chosen = { $piece } auf { $square } gewählt
can-go-to = mögliche Felder: { $squares }
enter-plays = noch einmal Enter spielt { $moves }
start-of-game = Start
move-and-status = { $move }. { $status }
side-moves = { $side }: { $move }
effect-capture = schlägt { $count }
effect-convert = dreht { $count } um
effect-drown = { $count ->
    [one] 1 ertrinkt
   *[other] { $count } ertrinken
}
effect-promote = mit Umwandlung
effect-score = punktet
circle = { $colour ->
    [red] roter Kreis auf { $from }
    [blue] blauer Kreis auf { $from }
    [yellow] gelber Kreis auf { $from }
   *[green] grüner Kreis auf { $from }
}
arrow = { $colour ->
    [red] roter Pfeil von { $from } nach { $to }
    [blue] blauer Pfeil von { $from } nach { $to }
    [yellow] gelber Pfeil von { $from } nach { $to }
   *[green] grüner Pfeil von { $from } nach { $to }
}
drawn = Gezeichnet: { $drawing }.
erased = Entfernt: { $drawing }.
drawing-begins = Eine Zeichnung beginnt auf { $square }. Drück A auf dem Feld, auf dem sie endet.

## Einstellungen des Bretts

board-settings = Einstellungen des Bretts
view = Ansicht
coordinates = Koordinaten
shown = Sichtbar
hidden = Verborgen
board-size = Größe des Bretts
board-size-percent = { $percent } % des Platzes

## Der Stellungseditor

setup-board = Brett zum Aufstellen
pieces = Figuren
use-position = Diese Stellung verwenden
empty-board = Leeres Brett
side-to-move = Am Zug
remove-pieces = Entfernen
move-pieces = Verschieben
number-expected = { $name }: erwartet wird eine Zahl von { $lowest } bis { $highest }

## Die Zugliste

no-moves = Noch keine Züge
first-position = Erste Stellung
first-position-key = Erste Stellung (Pos1)
move-back = Ein Zug zurück
move-back-key = Ein Zug zurück (←)
move-forward = Ein Zug vor
move-forward-key = Ein Zug vor (→)
last-position = Letzte Stellung
last-position-key = Letzte Stellung (Ende)
instead-of = Statt { $move }

## Anmerkungen zu Zügen

notes-title = Kommentare, Symbole und Varianten
the-first-position = die erste Stellung
move-name = Zug { $move }
comment-before = Kommentar vor { $move }
comment-on = Kommentar zu { $move }
variation = Variante
variation-up = Variante nach oben
make-main = Als Hauptvariante
delete-from-here = Ab hier löschen
glyph-label = Symbol
glyph = Symbol { $number }
glyph-1 = guter Zug
glyph-2 = Fehler
glyph-3 = brillanter Zug
glyph-4 = grober Fehler
glyph-5 = interessanter Zug
glyph-6 = Ungenauigkeit

## Partienotation

format-json = Für Programme (JSON)
format-moves = Stellung und Züge
format-text = Text mit Angaben zur Partie
position-paste = Füge sie auf der Analyseseite ein, um sie wieder zu öffnen.
export-again = Diese Dateien lassen sich wieder importieren.
or-file = oder eine Datei:
paste-or-choose = Füge einen Text ein oder wähle eine Datei.
record-too-large = Der Text ist zu lang: Erlaubt sind höchstens { $millions } Millionen Zeichen.
find-game = Eine Partie suchen
find-game-by = Eine Partie suchen: Spieler, Turnier, Datum oder Ergebnis
choose-game = Wähle eine von { $count } Partien
no-game-chosen = Es wurde keine Partie gewählt.
games-listed = { $count } Partien, die ersten { $most } sind aufgeführt
players-not-named = Spieler nicht genannt

## Die Seite einer Partie

title-analysis = { $game }: Analyse - Boardwright
actions = Aktionen
the-engine = Die Engine
engine = Engine
engine-level = Engine, Stufe { $level }
waiting = Warten auf einen Gegner
you = Du
player = Spieler
on-move = am Zug
not-sent = noch nicht gesendet
online = online
offline-player = offline
no-connection = Keine Verbindung
no-opponent = Noch kein Gegner
no-result = Kein Ergebnis
you-won = Du hast gewonnen
you-lost = Du hast verloren
paused = Angehalten
engine-thinks = Die Engine denkt nach …
offline = Die Verbindung ist unterbrochen. Neuer Versuch …
offline-move-waits = Die Verbindung ist unterbrochen. Dein Zug wird gesendet, sobald sie wieder steht.
looking-at = { $number ->
    [0] Du siehst die erste Stellung.
   *[other] Du siehst die Stellung nach Zug { $number }.
}
back-to-game = Zurück zur Partie
back-to-event = Zurück zum Turnier
player-joined = { $name } ist da.
player-left = { $name } ist gegangen.
player-back = { $name } ist wieder da.
game-ended = { $headline }. { $outcome }.
player-moved = { $name } hat gezogen: { $move }.
send-link = Schick diesen Link deinem Gegner:
anyone-can-join = Von der Startseite aus oder über diesen Link kann jeder mitspielen:
notify-me = Benachrichtigen
notify-about = Du wirst benachrichtigt, wenn du am Zug bist und diese Seite nicht zu sehen ist.
take-back = Zurücknehmen
abort = Partie beenden
abort-question = Diese Partie ohne Ergebnis beenden?
resign = Aufgeben
resign-question = Diese Partie aufgeben?
offer-a-draw = Remis anbieten
draw-question = Remis anbieten?
play-again = Noch eine Partie
rematch = Revanche
go-to-rematch = Zur Revanche
resume = Weiter
pause = Pause
event = Turnier
offer-draw = { $name } bietet Remis an.
offer-takeback = { $name } möchte einen Zug zurücknehmen.
offer-rematch = { $name } bietet eine Revanche an.
own-offer-draw = Du hast Remis angeboten. Warten auf Antwort …
own-offer-takeback = Du hast darum gebeten, deinen Zug zurückzunehmen. Warten auf Antwort …
own-offer-rematch = Du hast eine Revanche angeboten. Warten auf Antwort …
accept-draw = Remis annehmen
accept-takeback = Rücknahme erlauben
accept-rematch = Revanche annehmen
draw-declined = { $name } hat das Remis abgelehnt
takeback-accepted = { $name } hat die Rücknahme erlaubt
takeback-declined = { $name } hat die Rücknahme abgelehnt
rematch-declined = { $name } hat die Revanche abgelehnt
claim-about = { $name } ist gegangen. Du kannst den Sieg beanspruchen, Remis geben oder warten.
claim-win = Sieg beanspruchen
claim-draw = Remis geben
share = Teilen
share-game = Diese Partie teilen
link-to-play = Zum Mitspielen oder Zuschauen
link-with-game = Link mit der Partie
link-with-game-about = Er enthält alle Züge und öffnet die Analyse. Auf einer anderen Website von Boardwright fügst du ihn unter Importieren ein.
link-to-watch = Zum Zuschauen
your-seat = Dein Platz ({ $side })
private-link = Privater Link: Wer ihn hat, kann für dich ziehen. Damit spielst du an einem anderen Gerät weiter.
record = Partienotation
save = Speichern
whole-game = Die ganze Partie

## Analyse

threats = Drohungen
set-up = Aufstellen
set-up-title = Eine Stellung aufstellen
paste = Einfügen
paste-title = Eine Stellung oder eine Partie einfügen
paste-about = Der Text einer Stellung, etwa { $position }, eine Partie, ein Link zu einer Analyse oder nur Züge.
not-understood = Nicht verstanden. Als Stellung: { $position }. Als Züge: { $moves }.
other-game = Das ist eine Partie des Spiels { $found }, erwartet wird { $expected } (importiere sie auf der Startseite).
details = Angaben
details-title = Angaben zur Partie
tag-event = Veranstaltung
tag-date = Datum
play-from-here = Ab hier spielen
move-for-either = Zieh für beide Seiten.
no-variations = Hier gibt es keine Varianten
no-more-variations = Hier gibt es keine weiteren Varianten
variation-after = Variante nach { $move }
delete = Löschen
delete-question = { $count ->
    [one] Diesen Zug löschen?
   *[other] { $count } Züge löschen?
}
share-analysis = Diese Analyse teilen
address = Adresse
game-with-variations = Die Partie mit ihren Varianten

## Die Engine

engine-off = Schalte die Engine ein, um diese Stellung zu analysieren.
thinking = Denkt nach …
engine-away = Die Verbindung ist unterbrochen. Die Engine macht weiter, sobald die Verbindung wieder steht.
engine-place = Wo die Engine läuft
engine-here = Auf diesem Gerät
engine-there = Auf dem Server
engine-fell-back = Die Engine läuft in diesem Browser nicht: Der Server analysiert stattdessen.
engine-failed-here = Die Engine läuft in diesem Browser nicht. Nimm einen aktuellen.
engine-found-nothing = Die Engine hat nichts gefunden.
over-here = Hier ist die Partie zu Ende.
number-of-lines = Anzahl der Varianten
line-count = { $count ->
    [one] 1 Variante
   *[other] { $count } Varianten
}
graph = Verlauf
evaluation-progress = { $number } von { $all } …
evaluation-first = Die Engine macht weiter, wenn alle Stellungen bewertet sind.
graph-label = Chancen von { $side } im Lauf der Partie, { $known } von { $all } Stellungen analysiert
chances-of = Chancen von { $side }
not-known = nicht bekannt
search-status = Tiefe { $depth } · { $nodes } Stellungen · { $seconds } s { $engine ->
    [client] auf diesem Gerät
   *[server] auf dem Server
} …
wins-in = { $winner } gewinnt in { $distance }
wins = { $winner } gewinnt
win-chance = { $side } { $percent } %

## Rückblick auf Partien

review = Rückblick
review-finished = { $count ->
    [0] Der Rückblick ist fertig: kein Fehler gefunden.
    [one] Der Rückblick ist fertig: 1 Zug hätte besser sein können.
   *[other] Der Rückblick ist fertig: { $count } Züge hätten besser sein können.
}
review-none = Kein Fehler gefunden.
side = Seite
accuracy = Genauigkeit
percent = { $number } %
bad-moves = Züge, die besser sein konnten
marked-move = { $move }, { $glyph }
loss = -{ $percent } %
loss-about = Kostet { $percent } % der Gewinnchancen
better = Besser: { $move }
learn-from-side = Aus den Fehlern von { $side } lernen
practice-number = { $number } von { $all }
practice-task = { $glyph ->
    [6] { $move } war eine Ungenauigkeit. Finde einen besseren Zug.
    [4] { $move } war ein grober Fehler. Finde einen besseren Zug.
   *[2] { $move } war ein Fehler. Finde einen besseren Zug.
}
practice-hint = Finde einen besseren Zug.
practice-same = { $move } wurde in der Partie gespielt. Finde einen besseren Zug.
practice-checking = { $move } wird geprüft …
practice-worse = { $move } kostet { $percent } % der Gewinnchancen. Versuche einen anderen Zug.
practice-best = { $move } ist der beste Zug.
practice-good = { $move } ist auch gut. Die Engine zieht { $best } vor.
practice-shown = { $move } war der beste Zug.
practice-over = Das waren alle Fehler.
back-to-mistake = Zurück zum Fehler
skip-mistake = Überspringen
next-mistake = Nächster Fehler
end-practice = Beenden

## Wie Partien stehen und enden

to-move = { $side } ist am Zug
outcome-win = { $winner } gewinnt: { $reason }
outcome-draw = Remis: { $reason }
outcome-none = kein Ergebnis: { $reason }
outcome-resigned = { $winner } gewinnt: { $loser } hat aufgegeben
outcome-time_forfeit = { $winner } gewinnt durch Zeitüberschreitung
you-resigned = du hast aufgegeben
other-resigned = { $loser } hat aufgegeben

## Texte des Servers

text-win = { $side } gewinnt: { $reason }
text-draw = Remis: { $reason }
text-no_result = kein Ergebnis: { $reason }
text-repetition = dieselbe Stellung ist dreimal vorgekommen
text-no_progress = { $moves } Züge ohne Fortschritt
text-no_moves = die Seite am Zug hat keinen erlaubten Zug
text-resigned = die andere Seite hat aufgegeben
text-agreed = vereinbart
text-aborted = { $side } hat die Partie abgebrochen
text-declined = die Einladung wurde abgelehnt
text-adjudicated = Entscheidung von außen ({ $reason })
text-move_limit = { $moves } Züge wurden gespielt
text-time_forfeit = { $side } hat die Zeit überschritten
text-engine_failed = die Engine von { $side } ist ausgefallen
text-abandoned = { $side } hat die Partie verlassen
text-decided = der Veranstalter hat die Partie entschieden

### Regeln, die ein Zug verletzt

text-over = die Partie ist zu Ende, { $outcome }
text-not_legal = { $moves ->
    [one] das ist nicht der einzige erlaubte Zug
   *[other] das ist keiner der { $moves } erlaubten Züge
}
text-not_legal_action = { $actions ->
    [one] das ist nicht die einzige erlaubte Aktion
   *[other] das ist keine der { $actions } erlaubten Aktionen
}
text-other_side = { $piece-gender ->
    [masculine] der { $piece } auf { $square } gehört { $owner }, und { $side } ist am Zug
    [neuter] das { $piece } auf { $square } gehört { $owner }, und { $side } ist am Zug
   *[feminine] die { $piece } auf { $square } gehört { $owner }, und { $side } ist am Zug
}
text-several_paths = mehrere Züge enden auf { $square }: wähle auch die Felder auf dem Weg
text-opponents_piece = die Figur auf { $square } gehört dem Gegner
text-empty = { $square } ist leer
text-occupied = { $square } ist nicht leer
text-blocked = der Weg ist auf { $square } versperrt
text-both = { $first }; { $second }
text-every_move = jeder Zug verletzt eine Regel; zum Beispiel: { $example }

### Fehler

text-invalid_position = Das ist keine gültige Stellung ({ $detail })
text-invalid_move = Das ist kein Zug ({ $detail })
text-ambiguous_move = Der Zug ist mehrdeutig ({ $detail })
text-invalid_record = Das ist keine gültige Partie ({ $detail })
text-unknown_game = Unbekanntes Spiel { $name }: Es gibt { $games }
text-unknown_variant = { $game } hat keine Variante { $name }: Es gibt { $variants }
text-game_not_found = Die Partie { $game } gibt es nicht
text-event_not_found = Das Turnier { $event } gibt es nicht
text-no_lesson = Die Lektion { $number } gibt es nicht: Es sind { $lessons }
text-no_task = Die Aufgabe { $number } gibt es in Lektion { $lesson } nicht: Es sind { $tasks }
text-token_missing = Dafür brauchst du einen Platz in dieser Partie
text-token_wrong = Dieser Link gehört zu keinem Platz in dieser Partie
text-organiser_token_missing = Das kann nur der Veranstalter des Turniers
text-organiser_token_wrong = Das kann nur der Veranstalter des Turniers
text-game_over = Die Partie ist zu Ende, { $outcome }
text-imported_record = Diese Partie wurde importiert und wird nicht gespielt
text-no_open_seat = In dieser Partie ist kein Platz mehr frei
text-seat_taken = Der Platz von { $side } ist schon besetzt
text-other_ply = Inzwischen wurde ein anderer Zug gespielt
text-other_turn = { $side } ist am Zug
text-gone_on = Die Partie ist ohne die Engine weitergegangen
text-no_draw_offer = { $side } hat kein Remis angeboten
text-no_takeback_offer = { $side } hat nicht darum gebeten, einen Zug zurückzunehmen
text-no_rematch_offer = { $side } hat keine Revanche angeboten
text-no_takeback_after_end = Die Partie ist zu Ende: Züge lassen sich nicht mehr zurücknehmen
text-nothing_to_take_back = Es gibt nichts zurückzunehmen
text-last_move_of_other = Der letzte Zug war von { $side }
text-abort_between_people = Nur eine Partie zwischen Menschen lässt sich ohne Ergebnis beenden: Gib stattdessen auf
text-abort_in_event = Eine Partie eines Turniers braucht ein Ergebnis: Gib stattdessen auf
text-abort_after_moves = Beide Seiten haben gezogen: Gib stattdessen auf
text-no_invitation = In dieser Partie ist kein Platz frei: Es gibt nichts abzulehnen
text-open_to_anyone = Diese Partie steht allen offen: Es gibt nichts abzulehnen
text-nothing_to_claim = Der Gegner muss schon gezogen haben und am Zug sein
text-gone_too_short = Der Gegner ist erst { $gone } s weg: Nötig sind { $least } s
text-rematch_before_end = Die Partie ist noch nicht zu Ende
text-rematch_in_event = In einem Turnier gibt es keine Revanche
text-rematch_without_opponent = Niemand hat den anderen Platz besetzt
text-name_missing = Wer am Turnier teilnimmt, braucht einen Namen
text-name_taken = Der Name { $name } ist schon vergeben
text-event_full = Das Turnier hat schon { $players } Spieler, und mehr sind nicht möglich
text-no_player = Einen Spieler mit der Nummer { $number } gibt es nicht
text-too_few_players = Das Turnier hat zu wenige Spieler: Nötig sind mindestens { $least }
text-event_started = Das Turnier hat begonnen: Die Spieler stehen fest
text-too_many_open_games = Du hast schon { $most } offene Partien
text-too_many_requests = Zu viele Anfragen in kurzer Zeit: Warte etwas
text-too_many_at_once = Zu viel auf einmal: Schließ zuerst andere Fenster dieser Seite
text-too_large = Das ist zu groß: Erlaubt sind höchstens { $most } Bytes
text-busy = Der Server ist überlastet: Versuch es später noch einmal
text-engine_busy = Die Engine hat zu viele Analysen zu tun: Versuch es später noch einmal
text-ending = Der Server wird gerade beendet: Versuch es später noch einmal
text-store_unreadable = Der Speicher ist gerade nicht lesbar: Versuch es später noch einmal
text-store_unwritable = Der Speicher ist gerade nicht beschreibbar: Versuch es später noch einmal
text-other_rules = Diese Partie lässt sich mit den jetzigen Regeln von { $game } nicht nachspielen: { $detail }
text-code_failed = Der Code des Spiels ist fehlgeschlagen: { $problem }
text-nothing_to_analyse = Hier gibt es nichts zu analysieren: { $outcome }

## Fehler der Verbindung

server-silent = Der Server antwortet nicht.
server-away = Der Server ist im Moment nicht erreichbar.
server-refused = Der Server hat die Anfrage abgelehnt ({ $status }).
unknown-game = Unbekanntes Spiel { $name }: Es gibt { $games }.
