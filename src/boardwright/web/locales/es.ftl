# Los mensajes de la página en español: los del tablero y de los diálogos. Lo que falta aparece en inglés.

language-name = Español
language = Idioma

## Palabras y botones de varias páginas

cancel = Cancelar
close = Cerrar
copy = Copiar
copy-what = Copiar: { $what }
copied = Copiado: { $what }
open = Abrir
import = Importar
export = Exportar
remove = Quitar
remove-what = Quitar { $what }
show-more = Mostrar más
link = Enlace
draw = Tablas
start = Empezar
join = Unirse
play = Jugar
play-game = Jugar a { $game }
play-side = Jugar con { $side }
learn = Aprender
analyse = Analizar
rules = Reglas
puzzles = Problemas
hint = Pista
try-again = Otra vez
start-again = Desde el principio
flip = Girar
flat = 2-D
solid = 3-D
from-above = Desde arriba
from-above-about = Mirar desde arriba mientras mantienes pulsado este botón (V)
board = Tablero
game = Juego
games = Partidas
position = Posición
moves = Jugadas
variant = Variante
random = Al azar
clock = Reloj
your-name = Tu nombre
your-move = Te toca
move-count = { $count ->
    [one] 1 jugada
   *[other] { $count } jugadas
}

## Una partida nueva

new-game = Partida nueva: { $game }
against = Contra
opponent-engine = El motor
opponent-friend = Un amigo (por enlace)
opponent-anyone = Cualquiera (en la página principal)
opponent-here = Dos jugadores en este dispositivo
opponent-watch = Ver cómo el motor juega contra sí mismo
strength = Fuerza
full-strength = fuerza máxima
level-of = nivel { $level } de { $levels }
your-side = Tu bando
side-first = { $side } (empieza)
start-position = Posición inicial
setup-standard = Normal
setup-custom = Personalizada
setup-about = Coloca las piezas donde deben empezar.
setup-invalid = La colocación no es válida: debajo del tablero se explica por qué.
start-game = Empezar partida
clock-none = Sin reloj
clock-minutes = { $minutes ->
    [one] 1 minuto
   *[other] { $minutes } minutos
}{ $increment ->
    [0] { "" }
   *[other] { " " }+ { $increment } s
}
clock-seconds = { $seconds ->
    [one] 1 segundo
   *[other] { $seconds } segundos
}{ $increment ->
    [0] { "" }
   *[other] { " " }+ { $increment } s
}
clock-other = Otro
clock-minutes-each = Minutos por jugador
clock-increment = Segundos adicionales por jugada

## El tablero

board-of = Tablero de { $game }
choose-square = { $kind ->
    [hex] Elige un hexágono
    [graph] Elige un punto
   *[other] Elige una casilla
}
continue-or-play = Continúa, o juega así:
play-move = Jugar { $move }
threats-none = Nada está amenazado.
threats-listed = { $count ->
    [0] Sin amenazas
   *[other] Amenazas: { $moves }
}

## El tablero para lectores de pantalla

off-board = fuera del tablero
empty = vacía
possible-move = jugada posible
possible-capture = captura posible
possible-loss = jugada posible que pierde una pieza
can-move = puede mover
chosen = elegida
terrain-river = río
terrain-castle = castillo
terrain-goal = meta
terrain-home = fila base
terrain-reserve = reserva
square-chosen = { $square } elegida
can-go-to = puede ir a { $squares }
enter-plays = Intro otra vez: jugar { $moves }
start-of-game = Inicio

## Ajustes del tablero

board-settings = Ajustes del tablero
view = Vista
coordinates = Coordenadas
shown = Visibles
hidden = Ocultas
board-size = Tamaño del tablero
board-size-percent = { $percent } % del espacio

## El editor de posiciones

setup-board = Tablero del editor
pieces = Piezas
use-position = Usar esta posición
empty-board = Tablero vacío
side-to-move = Turno
remove-pieces = Quitar
move-pieces = Mover
number-expected = { $name }: se espera un número de { $lowest } a { $highest }

## La lista de jugadas

no-moves = Aún no hay jugadas
first-position = Primera posición
first-position-key = Primera posición (Inicio)
move-back = Una jugada atrás
move-back-key = Una jugada atrás (←)
move-forward = Una jugada adelante
move-forward-key = Una jugada adelante (→)
last-position = Última posición
last-position-key = Última posición (Fin)

## Cómo están y acaban las partidas

to-move = le toca a { $side }
outcome-win = gana { $winner }: { $reason }
outcome-draw = tablas: { $reason }
outcome-none = sin resultado: { $reason }
outcome-resigned = gana { $winner }: { $loser } se ha rendido
outcome-time_forfeit = gana { $winner } por tiempo
you-resigned = te has rendido
other-resigned = { $loser } se ha rendido

## El motor

engine = Motor
engine-off = Enciende el motor para analizar esta posición.
thinking = Pensando …
engine-away = Se ha perdido la conexión. El motor sigue en cuanto vuelva.
engine-place = Dónde funciona el motor
engine-here = En este dispositivo
engine-there = En el servidor
engine-fell-back = El motor no funciona en este navegador: analiza el servidor.
engine-failed-here = El motor no funciona en este navegador. Usa uno actual.
engine-found-nothing = El motor no ha encontrado nada.
over-here = La partida termina aquí.
number-of-lines = Número de variantes
line-count = { $count ->
    [one] 1 variante
   *[other] { $count } variantes
}
graph = Gráfico
evaluation-progress = { $number } de { $all } …
evaluation-first = El motor sigue cuando todas las posiciones estén evaluadas.
graph-label = Posibilidades de { $side } durante la partida, { $known } de { $all } posiciones analizadas
chances-of = Posibilidades de { $side }
not-known = no se sabe
search-status = profundidad { $depth } · { $nodes } posiciones · { $seconds } s { $engine ->
    [client] en este dispositivo
   *[server] en el servidor
} …
wins-in = { $winner } gana en { $distance }
wins = gana { $winner }
win-chance = { $side } { $percent } %
