# The messages of the page in English, from which the other languages are translated.
# docs/translating.md says how; the syntax is that of Fluent (https://projectfluent.org).

language-name = English
language = Language

## Titles of pages

title = { $page } - Boardwright
title-rules = { $game }: rules - Boardwright
title-lessons = { $game }: lessons - Boardwright
title-lesson = { $game }, lesson { $number }: { $lesson } - Boardwright
title-puzzles = { $game }: puzzles - Boardwright

## Words and buttons that several pages share

# $game and $variant are titles: "Congo, Full game"
game-and-variant = { $game }, { $variant }
# Ends a text that has no full stop of its own.
sentence = { $text }.
label-of = { $label }: { $of }
all-games = All games
go-back = Go back
cancel = Cancel
close = Close
copy = Copy
copy-what = Copy: { $what }
# $what is a text such as "Position", which is now on the clipboard.
copied = { $what } copied
open = Open
import = Import
export = Export
remove = Remove
remove-what = Remove { $what }
show-more = Show more
link = Link
draw = Draw
start = Start
join = Join
play = Play
play-game = Play { $game }
play-side = Play { $side }
learn = Learn
analyse = Analyse
rules = Rules
puzzles = Puzzles
hint = Hint
try-again = Try again
start-again = Start again
flip = Flip
flat = 2-D
solid = 3-D
from-above = From above
from-above-about = Look from above while you hold this button (V)
board = Board
game = Game
games = Games
position = Position
moves = Moves
variant = Variant
random = Random
clock = Clock
your-name = Your name
your-move = Your move
anonymous = Anonymous
move-count = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
game-count = { $count ->
    [one] 1 game
   *[other] { $count } games
}
spectators = { $count ->
    [one] 1 spectator
   *[other] { $count } spectators
}

## The frame of the page

skip = To the board
not-found = Not found
went-wrong = Something went wrong
theme-auto = Colours: as the system
theme-light = Colours: light
theme-dark = Colours: dark
sounds-on = Sounds: on
sounds-off = Sounds: off
keyboard-shortcuts = Keyboard shortcuts
key-tab = Tab
key-tab-does = to the board, the lists and the buttons
key-arrows = Arrows on the board
key-arrows-does = from square to square, once Tab, ↑ or ↓ has brought you there
key-enter = Enter or Space
key-enter-does = choose a square; again on the same square to stop there
key-escape = Escape
key-escape-does = clear the selection and the drawings
key-walk = ← → or , .
key-walk-does = a move back or forward, also after a click on the board
key-ends = Home, End
key-ends-does = the first and the last position
key-aside = Shift and ↑ ↓
key-aside-does = in analysis: to the variation before or after this one
key-flip = F
key-flip-does = turn the board
key-threats = T
key-threats-does = show threats
key-above = V
key-above-does = look at a 3-D board from above, while you hold the key
key-draw = A on the board
key-draw-does = begin an arrow, and end it on another square; on the same square it is a circle
key-mouse = Right mouse button
key-mouse-does = draw an arrow, or a circle; with Shift red, with Alt blue, with both yellow
key-engine = E
key-engine-does = switch the engine on or off
key-help = ?
key-help-does = show this list

## A site of static files, without a server

site-loading = Loading the rules and the engine …
site-starting = Starting the rules and the engine …
# $loaded and $total are numbers of megabytes.
site-loading-bytes = Loading the rules and the engine: { $loaded } of { $total } MB
site-download-failed = The rules and the engine could not be loaded. Check your connection.
site-no-webassembly = This browser cannot run the rules and the engine: it has no WebAssembly. Use a current browser.
site-no-worker = This browser cannot run the rules and the engine: it does not allow workers. Open the site over HTTP or HTTPS.
site-about = Play the engine or somebody beside you, study any position.
save-all-games = Save all games as a file
delete-game-question = Delete this game? It is stored in this browser only.
# $count of the $all games of a file were not there before.
games-imported = { $count ->
    [one] 1 game imported
   *[other] { $count } games imported
} ({ $all } in the file).
site-new-version = There is a new version. Your games are kept.
site-reload = Reload
site-later = Later
site-first-move = You can move already: the game begins as soon as the rules are loaded.
site-game-waits = The game begins as soon as the rules are loaded.
site-silent = A file of the site could not be loaded. Check your connection.

## The files of games that the operator of the server names

# Before a message about the code of a game
file-line = { $file }, line { $line }
# What an error in the code of a game means for the games
file-current = This message disappears when the file is corrected and saved.
file-earlier = The game keeps the rules of the last version that could be loaded, until the file is corrected and saved.
file-not-loaded = The game is offered once the file is corrected and saved.

## The lobby

lobby-title = Board games worth knowing
lobby-about = Play the engine or a friend, study any position.
lost-title = There is nothing here
lost-about = There is no page at this address.
your-games = Your games
show-all-games = Show all { $count } games
remove-game = Remove game { $number }: { $title }
remove-game-question = Remove this game? You will lose your seat in it.
game-gone = No longer on this server
no-answer = No answer
# $state is whose move it is, or how the game ended; $moves is a text such as "3 moves".
standing = { $state }, { $moves }
standing-engine = against the engine, { $state }, { $moves }
standing-name = against { $name }, { $state }, { $moves }
standing-own-move = your move
hold-event = Hold an event
hold-event-about = For a class or a club: everyone plays everyone, with a table of points.
open-game = Open a game
open-game-about = Replay and analyse a game that was played here or elsewhere.
import-title = Import a game
import-about = Paste a game that this page or another program has saved ({ $formats }), or a link to an analysis, or choose a file.
open-games = Open games
games-to-watch = Games to watch
you-play = You play { $side }
join-what = Join { $name }, { $title }
watch = Watch
watch-what = Watch { $names }, { $title }

## A new game

new-game = New game: { $game }
against = Against
opponent-engine = The engine
opponent-friend = A friend (send a link)
opponent-anyone = Anyone (listed in the lobby)
opponent-here = Two players on this device
opponent-watch = Watch the engine play itself
strength = Strength
full-strength = full strength
level-of = level { $level } of { $levels }
your-side = Your side
side-first = { $side } (moves first)
start-position = Start position
setup-standard = Standard
setup-custom = Custom set-up
setup-about = Move the pieces to where they should begin.
setup-invalid = The set-up is not valid: what is wrong is shown below the board.
start-game = Start game
clock-none = No clock
clock-minutes = { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
}{ $increment ->
    [0] { "" }
   *[other] { " " }+ { $increment } s
}
clock-seconds = { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}{ $increment ->
    [0] { "" }
   *[other] { " " }+ { $increment } s
}
clock-other = Other
clock-minutes-each = Minutes a side
clock-increment = Extra seconds per move

## Invitations

invited-by = { $inviter } invites you to play { $side }
invited = You are invited to play { $side }
invitation-facts = { $game }. { $clock }. { $side } moves first.
learn-the-game = Learn the game
decline = Decline
decline-question = Decline this invitation? The game will be closed.

## Events

new-event = New event
event-about = Everyone plays everyone, in a class or a club. You get one link by which all join.
event-name = Name of the event
once = Once
twice = Twice, with sides changed
order = Order
round-by-round = Round by round
all-at-once = All games at once
create-event = Create the event
event-once = Everyone plays everyone once
event-twice = Everyone plays everyone twice
event-part = Your part
event-table = Table
event-players = Players
event-has-started = The event has started.
event-is-over = The event is over.
start-event = Start the event
start-event-question = Start the event? Nobody can join it any more then.
event-send-link = Send this link to everyone who wants to play:
event-needs-two = As soon as two players have joined, you can start the event.
event-start-about = The games begin when you start the event; then nobody else can join.
event-joined = You have joined. The games appear here when the organiser starts the event.
event-running = The event is running. Choose a game below to watch it.
event-winners = { $count ->
    [one] The event is over. { $names } has won (points: { $points }).
   *[other] The event is over. Shared first place (points: { $points }): { $names }.
}
event-all-played = You have played all your games.
event-wait = Your next game appears here when this round is over.
event-own-games = { $count ->
    [one] Your next game
   *[other] Your games
}
event-play = Play { $opponent } (you are { $side })
event-play-yourself = Play yourself
event-invited = You are invited to this event
learn-first = Learn { $game } first
event-empty = Nobody has joined yet.
column-place = Place
column-player = Player
column-points = Points
column-won = Won
column-drawn = Drawn
column-lost = Lost
event-points-about = A win is one point, a draw half a point. Ties are broken by the points of the opponents beaten.
round = Round { $number }
in-progress = in progress
later = later
decide = Decide
decide-what = Decide { $names }
decide-title = Decide this game
decide-about = For a game that its players cannot finish. This cannot be undone.
decided = The game is decided.
player-wins = { $name } wins ({ $side })

## Rules and lessons

learn-by-playing = Learn by playing
learn-game = Learn { $game }
read-rules = Read the rules
no-such-lesson = There is no lesson { $number } of { $game }: expected 1 to { $lessons }.
lessons-none = There are no lessons for this game.
lessons-about = { $all ->
    [one] A short lesson on the board.
   *[other] { $all } short lessons on the board.
}
lessons-finished = { $all ->
    [one] You have finished { $finished } of 1 lesson.
   *[other] You have finished { $finished } of { $all } lessons.
}
lessons-all-finished = { $all ->
    [one] You have finished the lesson.
   *[other] You have finished all { $all } lessons.
}
lessons-over = That was the last lesson: you know the rules. Play a game!
lesson-begin = Begin with lesson { $number }
lesson-continue = Continue with lesson { $number }
lesson-number = Lesson { $number } of { $all }
lesson-go-on = Good. Go on.
task-number = Task { $number } of { $all }
next-task = Next task
next-lesson = Next lesson
finished = Finished
play-level-1 = Play against level 1

## Puzzles

puzzle-task = { $side } to move: find the only way to win
puzzle-right = Right. Go on.
puzzle-wrong = { $move } is not the solution. Try another move.
puzzle-solved = Solved!
puzzle-helped = Solved, with help
puzzle-shown = This is the solution
puzzle-won = Every reply loses.
puzzle-hint-square = Look at { $square }.
puzzle-hint-piece = Look at the { $piece } on { $square }.
puzzle-hint-move = Play { $move }.
puzzle-score = Streak: { $streak } (best: { $best })
puzzle-count = Solved: { $solved } of { $total }
puzzle-number = { $difficulty ->
    [easy] Puzzle { $number }, easy.
    [hard] Puzzle { $number }, hard.
   *[medium] Puzzle { $number }, medium.
}
puzzle-levels = The engine's levels solve it in { $percent }% of their attempts.
puzzles-none = There are no puzzles for { $game } yet.
puzzles-make = The command “boardwright puzzles” finds some; the manual says where to put them.
back-to-puzzle = Back to the puzzle
show-solution = Show the solution
next-puzzle = Next puzzle
difficulty = Difficulty
difficulty-all = All
difficulty-easy = Easy
difficulty-medium = Medium
difficulty-hard = Hard
other-variants = Other variants:

## The board

board-of = { $game } board
# $kind is the kind of board.
choose-square = { $kind ->
    [hex] Choose a hexagon
    [graph] Choose a point
   *[other] Choose a square
}
continue-or-play = Continue, or play it as it is:
play-move = Play { $move }
# $rule is the rule that forbids it; $known is "yes" if a rule is known.
cannot-go = { $known ->
    [yes] The { $piece } cannot go to { $square }: { $rule }.
   *[no] The { $piece } cannot go to { $square }.
}
cannot-move = { $known ->
    [yes] The { $piece } on { $square } cannot move: { $rule }.
   *[no] The { $piece } on { $square } cannot move.
}
cannot-be-chosen = { $known ->
    [yes] { $square } cannot be chosen: { $rule }.
   *[no] { $square } cannot be chosen.
}
threats-none = Nothing is threatened.
threats-listed = { $count ->
    [0] No threats
   *[other] Threats: { $moves }
}

## The board for screen readers

piece = { $side } { $piece }
piece-and-height = { $side } { $piece }, { $height } high
piece-on-squares = { $squares ->
    [one] { $piece }
   *[other] { $piece }, on { $squares } squares
}
off-board = off the board
empty = empty
possible-move = possible move
possible-capture = possible capture
possible-loss = possible move that loses a piece
can-move = can move
chosen = chosen
terrain-river = river
terrain-castle = castle
terrain-goal = goal
terrain-home = home
terrain-reserve = reserve
square-chosen = { $square } chosen
piece-chosen = { $piece } on { $square } chosen
can-go-to = it can go to { $squares }
enter-plays = Enter again plays { $moves }
start-of-game = Start
move-and-status = { $move }. { $status }
side-moves = { $side }: { $move }
effect-capture = takes { $count }
effect-convert = turns { $count } over
effect-drown = drowns { $count }
effect-promote = promotes
effect-score = scores
# $colour is green, red, blue or yellow.
circle = { $colour } circle on { $from }
arrow = { $colour } arrow from { $from } to { $to }
drawn = Drawn: { $drawing }.
erased = Removed: { $drawing }.
drawing-begins = A drawing begins on { $square }. Press A on the square where it ends.

## Settings of the board

board-settings = Board settings
view = View
coordinates = Coordinates
shown = Shown
hidden = Hidden
board-size = Board size
board-size-percent = { $percent }% of the space

## The editor of positions

setup-board = Set-up board
pieces = Pieces
use-position = Use this position
empty-board = Empty board
side-to-move = To move
remove-pieces = Remove
move-pieces = Move
number-expected = { $name }: expected a number from { $lowest } to { $highest }

## The move list

no-moves = No moves yet
first-position = First position
first-position-key = First position (Home)
move-back = Move back
move-back-key = Move back (←)
move-forward = Move forward
move-forward-key = Move forward (→)
last-position = Last position
last-position-key = Last position (End)
instead-of = Instead of { $move }

## Notes on moves

notes-title = Comments, glyphs and variations
the-first-position = the first position
move-name = Move { $move }
comment-before = Comment before { $move }
comment-on = Comment on { $move }
variation = Variation
variation-up = Move variation up
make-main = Make main line
delete-from-here = Delete from here
glyph-label = Glyph
glyph = glyph { $number }
glyph-1 = good move
glyph-2 = mistake
glyph-3 = brilliant move
glyph-4 = blunder
glyph-5 = interesting move
glyph-6 = inaccuracy

## Records

format-json = For programs (JSON)
format-moves = Position and moves
format-text = Text with tags
position-paste = Paste it on the analysis page to open it again.
export-again = You can import these files again.
or-file = or a file:
paste-or-choose = Paste a text or choose a file.
record-too-large = The text is too large: expected at most { $millions } million characters.
find-game = Find a game
find-game-by = Find a game: player, event, date or result
choose-game = Choose one of { $count } games
no-game-chosen = No game was chosen.
games-listed = { $count } games, the first { $most } are listed
players-not-named = Players not named

## The page of a game

title-analysis = { $game }: analysis - Boardwright
actions = Actions
the-engine = The engine
engine = Engine
engine-level = Engine, level { $level }
waiting = Waiting for opponent
you = You
player = Player
on-move = to move
not-sent = not sent yet
online = online
# A player who is not connected.
offline-player = offline
no-connection = No connection
no-opponent = No opponent yet
no-result = No result
you-won = You won
you-lost = You lost
paused = Paused
engine-thinks = The engine is thinking …
offline = The connection is lost. Trying again …
offline-move-waits = The connection is lost. Your move will be sent when it is back.
looking-at = { $number ->
    [0] You are looking at the start.
   *[other] You are looking at move { $number }.
}
back-to-game = Back to the game
back-to-event = Back to the event
player-joined = { $name } has joined.
player-left = { $name } has left.
player-back = { $name } is back.
# $headline is such as "You won", $outcome says how.
game-ended = { $headline }. { $outcome }.
player-moved = { $name } has moved: { $move }.
send-link = Send this link to your opponent:
anyone-can-join = Anyone can join from the lobby, or by this link:
notify-me = Notify me
notify-about = You will be notified when it is your move and this page is hidden.
take-back = Take back
abort = Abort
abort-question = End this game without a result?
resign = Resign
resign-question = Resign this game?
offer-a-draw = Offer a draw
draw-question = Offer a draw?
play-again = Play again
rematch = Rematch
go-to-rematch = Go to the rematch
resume = Resume
pause = Pause
event = Event
offer-draw = { $name } offers a draw.
offer-takeback = { $name } asks to take back a move.
offer-rematch = { $name } offers a rematch.
own-offer-draw = You offered a draw. Waiting for an answer …
own-offer-takeback = You asked to take back your move. Waiting for an answer …
own-offer-rematch = You offered a rematch. Waiting for an answer …
accept-draw = Accept the draw
accept-takeback = Accept the takeback
accept-rematch = Accept the rematch
draw-declined = { $name } declined the draw
takeback-accepted = { $name } accepted the takeback
takeback-declined = { $name } declined the takeback
rematch-declined = { $name } declined the rematch
claim-about = { $name } has left. You can claim the win, call it a draw, or wait.
claim-win = Claim the win
claim-draw = Call it a draw
share = Share
share-game = Share this game
link-to-play = To play or to watch
link-with-game = Link with the game
link-with-game-about = It holds all moves, and opens the analysis page. On another site of Boardwright, paste it under Import.
link-to-watch = To watch
your-seat = Your seat ({ $side })
private-link = Private link: anyone who has it can move for you. Use it to continue on another device.
record = Record
save = Save
whole-game = The whole game

## Analysis

threats = Threats
set-up = Set up
set-up-title = Set up a position
paste = Paste
paste-title = Paste a position or a record
paste-about = The text of a position, such as { $position }, a record, a link to an analysis, or moves alone.
not-understood = Not understood. As a position: { $position }. As moves: { $moves }.
other-game = This is a record of { $found }: expected one of { $expected } (import it on the first page).
details = Details
details-title = Details of the game
tag-event = Event
tag-date = Date
play-from-here = Play from here
move-for-either = Move for either side.
no-variations = No variations here
no-more-variations = No more variations here
variation-after = Variation after { $move }
delete = Delete
delete-question = { $count ->
    [one] Delete this move?
   *[other] Delete { $count } moves?
}
share-analysis = Share this analysis
address = Address
game-with-variations = The game with its variations

## The engine

engine-off = Switch the engine on to analyse this position.
thinking = Thinking …
engine-away = The connection is lost. The engine goes on once it is back.
# A choice: which device the engine runs on.
engine-place = Where the engine runs
engine-here = On this device
engine-there = On the server
engine-fell-back = The engine does not run in this browser: the server analyses instead.
engine-failed-here = The engine does not run in this browser. Use a current one.
engine-found-nothing = The engine found nothing.
over-here = The game is over here.
number-of-lines = Number of lines
line-count = { $count ->
    [one] 1 line
   *[other] { $count } lines
}
graph = Graph
evaluation-progress = { $number } of { $all } …
evaluation-first = The engine continues when all positions are evaluated.
graph-label = Chances of { $side } over the game, { $known } of { $all } positions analysed
chances-of = Chances of { $side }
not-known = not known
# $nodes and $seconds are numbers with units: "120 k", "1.5".
search-status = depth { $depth } · { $nodes } positions · { $seconds } s { $engine ->
    [client] on this device
   *[server] on the server
} …
wins-in = { $winner } wins in { $distance }
wins = { $winner } wins
win-chance = { $side } { $percent } %

## Reviews of games

review = Review
review-finished = { $count ->
    [0] The review is finished: no mistakes were found.
    [one] The review is finished: 1 move could have been better.
   *[other] The review is finished: { $count } moves could have been better.
}
review-none = No mistakes were found.
side = Side
accuracy = Accuracy
percent = { $number }%
bad-moves = Moves that could have been better
# $glyph is such as "mistake".
marked-move = { $move }, { $glyph }
loss = -{ $percent }%
loss-about = Costs { $percent }% of the winning chances
better = Better: { $move }
learn-from-side = Learn from { $side }'s mistakes
practice-number = { $number } of { $all }
practice-task = { $glyph ->
    [6] { $move } was an inaccuracy. Find a better move.
    [4] { $move } was a blunder. Find a better move.
   *[2] { $move } was a mistake. Find a better move.
}
practice-hint = Find a better move.
practice-same = { $move } was played in the game. Find a better move.
practice-checking = Checking { $move } …
practice-worse = { $move } costs { $percent }% of the winning chances. Try another move.
practice-best = { $move } is the best move.
practice-good = { $move } is good as well. The engine prefers { $best }.
practice-shown = { $move } was the best move.
practice-over = These were all the mistakes.
back-to-mistake = Back to the mistake
skip-mistake = Skip
next-mistake = Next mistake
end-practice = End

## How games stand and end

to-move = { $side } to move
outcome-win = { $winner } wins: { $reason }
outcome-draw = draw: { $reason }
outcome-none = no result: { $reason }
outcome-resigned = { $winner } wins: { $loser } resigned
outcome-time_forfeit = { $winner } wins on time
you-resigned = you resigned
other-resigned = { $loser } resigned

## Errors

server-silent = The server does not answer.
server-away = The server is not available at the moment.
server-refused = The server refused ({ $status }).
unknown-game = Unknown game { $name }: expected { $games }.
