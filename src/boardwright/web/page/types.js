// Types of the server's messages, for the type checker only.

/** @typedef {0 | 1} Side */

/** @typedef {{name: string, x: number, y: number, terrain: string}} Square */
/** @typedef {{name: string, edge: "top" | "bottom" | "left" | "right"}} Exit */
/** @typedef {{file: string, line: number | null, message: string}} FileProblem */
/** @typedef {{file: string, game: string | null, version: number, current: boolean, problem: FileProblem | null}} GameFile */

/**
 * @typedef {object} BoardShape
 * @property {number} columns
 * @property {number} rows
 * @property {Square[]} squares
 * @property {string[]} column_labels
 * @property {string[]} row_labels
 * @property {Exit[]} exits
 * @property {"square" | "hex" | "graph"} kind
 * @property {[string, string][]} lines between points
 */
/** @typedef {{kind: string, side: Side, squares: string[], label: string, height: number}} Piece */
/** @typedef {{board: BoardShape, pieces: Piece[], to_move: Side, notes: [string, string][]}} View */
/** @typedef {{name: string, value: number, lowest: number, highest: number}} Count a number besides the pieces */
/** @typedef {{kind: string, before: Piece[], after: Piece[]}} Stage */
/** @typedef {{text: string, paths: string[][], stages: Stage[]}} Move */
/**
 * @typedef {object} Outcome
 * @property {Side | null} winner
 * @property {string} reason
 * @property {string} termination
 * @property {string} text
 * @property {string} code of the reason
 * @property {Record<string, any>} arguments of the reason
 */
/**
 * @typedef {object} State
 * @property {string} game
 * @property {string} position
 * @property {View} view
 * @property {Side} to_move
 * @property {string} status
 * @property {Outcome | null} outcome
 * @property {Move[]} moves
 * @property {Move | null} last
 * @property {Move[]} last_turn all that the side of the last move has moved since the other did
 * @property {string[]} warnings what was repaired in the text of the position
 * @property {LineMove[]} played the moves of the request
 * @property {Count[]} counts
 */

/** @typedef {{value: number, distance: number | null, bitbase: "won" | "drawn" | "lost" | null}} Score */
/** @typedef {{moves: string[], score: Score | null, win_probability: number}} Variation */
/**
 * The best variation comes first; scores and win probabilities are those of the side to move.
 * @typedef {{version: 1, depth: number, nodes: number, seconds: number, variations: Variation[]}} SearchResult
 */

/**
 * A search for the engine of the client (local_engine.js); null for no limit.
 * @typedef {object} ClientSearch
 * @property {string} game
 * @property {string} module the file of the game's core in WebAssembly, without its ending
 * @property {string | null} network the file of its network, without its ending
 * @property {string} path the packed positions of the game that may be repeated, and then the one to search
 * @property {number} hash megabytes of the transposition table
 * @property {number} lines
 * @property {number} seed
 * @property {number | null} seconds
 * @property {number | null} depth
 * @property {number | null} nodes
 */
/**
 * @typedef {object} ReportedLine
 * @property {number} score in hundredths, for the side to move
 * @property {number | null} distance plies to the end, if it is proven
 * @property {boolean} bitbase whether the score is from a bitbase
 * @property {string} moves packed
 */
/**
 * The result of a finished depth, best line first.
 * @typedef {object} SearchReport
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {number} scale the score at which ten of eleven games are won
 * @property {ReportedLine[]} lines
 */

/** @typedef {{seconds: number, left: [number, number], increment: number, running: Side | null, at: number}} Clock */
/**
 * @typedef {object} Seat
 * @property {Side} side
 * @property {"human" | "engine" | "record"} kind
 * @property {number | null} level
 * @property {string} name
 * @property {boolean} taken
 */
/** @typedef {{text: string, side: Side, seconds: number}} PlayedMove */
/**
 * @typedef {object} LiveGame
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} start
 * @property {PlayedMove[]} moves
 * @property {State} state
 * @property {[Seat, Seat]} seats
 * @property {Clock | null} clock
 * @property {Side | null} draw_offer
 * @property {boolean} takeback whether a move can be taken back, between people with the opponent's consent
 * @property {Side | null} takeback_offer
 * @property {boolean} abort whether a player can end the game without a result
 * @property {number | null} claim_after how many seconds the opponent must be gone before the game can be claimed
 * @property {Side | null} rematch_offer
 * @property {string | null} rematch the id of the rematch, once both players have agreed to one
 * @property {Outcome | null} outcome
 * @property {boolean} public whether the game is listed for anybody to join and to watch
 * @property {string | null} event the id of the event that the game is part of
 * @property {number} created
 * @property {number} revision
 */

/**
 * @typedef {object} GameSummary what the list of the user's games shows of one
 * @property {string} id
 * @property {string} game
 * @property {{side: Side, kind: string, name: string}[]} seats
 * @property {number} moves how many have been played
 * @property {Side} to_move
 * @property {View} view
 * @property {Outcome | null} outcome
 */

/** @typedef {{seconds: number, increment: number}} TimeControl */
/** @typedef {{id: string, game: string, clock: TimeControl | null, side: Side, name: string, created: number}} OpenGame */
/**
 * @typedef {object} RunningGame
 * @property {string} id
 * @property {string} game
 * @property {TimeControl | null} clock
 * @property {[string, string]} names
 * @property {number} moves
 * @property {number} spectators
 * @property {number} created
 */
/** @typedef {{open: OpenGame[], running: RunningGame[]}} Lobby */

/**
 * @typedef {object} EventPlayer
 * @property {number} number
 * @property {string} name
 * @property {number} points
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {number} tie_break
 */
/** @typedef {{id: string | null, players: [number, number], result: number | null}} EventGame */
/**
 * @typedef {object} Event
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {TimeControl | null} clock
 * @property {boolean} double
 * @property {boolean} by_round
 * @property {boolean} started
 * @property {boolean} finished
 * @property {EventPlayer[]} players
 * @property {EventGame[][]} rounds
 */

/** @typedef {{here: [boolean, boolean], gone: [number | null, number | null], spectators: number}} Presence */

/** @typedef {{name: string, title: string, note: string, full_name: string, start: string, view: View, counts: Count[], puzzles: number}} Variant */
/**
 * @typedef {object} SentGame
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {[string, string]} sides
 * @property {string[]} kinds
 * @property {Record<string, string>} glyphs
 * @property {Record<string, string>} faces
 * @property {Variant[]} variants
 * @property {string[]} formats
 * @property {boolean} engine
 * @property {boolean} client_engine whether the engine of this browser can search it
 * @property {number} levels
 * @property {{about: string, example: string} | null} setup
 * @property {Piece[]} palette
 * @property {number} lessons how many interactive lessons there are
 */

/** @typedef {SentGame & {sideNames: [string, string]}} GameInfo a game with its texts in the language of the user */

/** @typedef {{position: string, instruction: string, hint: string, success: string, wrong: string}} Task */
/** @typedef {{game: string, title: string, text: string, tasks: Task[]}} Lesson */
/** @typedef {{verdict: string, reply: string | null, solution: Move | null}} Attempt */

/** @typedef {{game: string, easy: number[], medium: number[], hard: number[]}} Puzzles the numbers of puzzles by difficulty */
/** @typedef {{side: Side, orders: string[][]}} PuzzleTurn all orders of the same moves that lead to the same result */
/**
 * @typedef {object} Puzzle
 * @property {string} game
 * @property {number} number
 * @property {string} position
 * @property {"easy" | "medium" | "hard"} difficulty
 * @property {number | null} distance in plies, of the win; null if a bitbase proves it
 * @property {number | null} solved the share of the attempts of the levels that solve it
 * @property {PuzzleTurn[]} turns
 */

/** @typedef {{text: string, side: Side}} LineMove */
/** @typedef {{win_probability: number, moves: string[]}} Evaluation of a position, for the side that moves first in the game */
/** @typedef {{loss: number, nag: number | null, better: LineMove[]}} ReviewedMove */
/** @typedef {{accuracy: number | null, inaccuracies: number, mistakes: number, blunders: number}} ReviewedSide */
/** @typedef {{moves: ReviewedMove[], sides: [ReviewedSide, ReviewedSide]}} Review */

/** @typedef {{winner: Side | null, reason: string}} RecordOutcome */
/**
 * A move of a tree; its parent is the place of the move before it in the list of moves, -1 for a first move.
 * @typedef {object} TreeMove
 * @property {number} parent
 * @property {string} move
 * @property {Side | null} side
 * @property {string[]} before
 * @property {string[]} comments
 * @property {number[]} nags
 */
/**
 * @typedef {object} GameTree
 * @property {string} game
 * @property {string | null} start
 * @property {Record<string, string>} tags
 * @property {string[]} comments
 * @property {TreeMove[]} moves
 * @property {RecordOutcome | null} outcome
 */

/** @typedef {{players: string[], result: string, moves: number, event: string, date: string, text: string}} RecordedGame */

export {};
