// The core of a game in WebAssembly: its rules, evaluation and search, for workers of browsers and for node. Positions
// and moves are packed into 64-bit words; their texts are the words in hexadecimal, the lowest byte first.

/** @import { SearchReport } from "./types.js" */

const INTERFACE_VERSION = 2; // that of core/c_interface.hpp
const ANY_DEPTH = 1000; // above the core's maximum: no limit
const WORD = 8; // bytes

// The fields of the structure BoardwrightGame: 32-bit numbers, one of 64 bits, texts and functions.
const NUMBERS = [
  ...["version", "words", "reasons", "draws_with_moves_left", "scale", "params", "raw_actions", "places", "planes"],
  ...["features", "first_input", "layout_version"],
];
const TEXTS = ["name", "position_layout", "move_layout", "reason_texts", "terminations"];
const FUNCTIONS = [
  ...["error", "error_kind", "count", "legal_moves", "play", "outcome", "hash", "hash_after", "progress", "sides"],
  ...["repack", "evaluate", "rollouts", "start_perft", "start_playouts", "start_search", "job_total", "job_done"],
  ...["job_stopped", "job_stop", "job_wait", "free_job", "perft_counts", "playout_totals", "search_nodes"],
  ...["search_seconds", "search_reports", "param", "new_table", "free_table", "new_network", "free_network"],
];
const TEXTS_AT = 4 * NUMBERS.length + WORD;
const FUNCTIONS_AT = TEXTS_AT + 4 * TEXTS.length;

/**
 * @typedef {object} SearchRequest without limits, the search ends only where nothing is left to find
 * @property {string} path the packed positions of the game that may be repeated, and then the one to search
 * @property {number} [hash] megabytes of the transposition table, which is kept from one search to the next
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [seconds]
 * @property {number} [lines]
 * @property {number} [seed] chooses among equally good moves; 0: the first
 * @property {boolean} [baseline] material only, for measurements
 */
const DEFAULTS = { hash: 16, depth: ANY_DEPTH, nodes: 0, seconds: 0, lines: 1, seed: 0, baseline: false };

// A module with a function that returns a vector, which browsers without SIMD refuse.
const SIMD_MODULE = "0061736d010000000105016000017b030201000a080106004100fd0f0b";

/** Whether modules with SIMD instructions run here. */
export const hasSimd = () => WebAssembly.validate(bytesOf(SIMD_MODULE));

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** @param {Uint8Array} bytes */
export const textOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {BufferSource | WebAssembly.Module} module */
export const compiled = async (module) => (module instanceof WebAssembly.Module ? module : WebAssembly.compile(module));

/** One game of a module. A call that fails throws, and leaves the module unusable. */
export class CoreEngine {
  /**
   * @param {BufferSource | WebAssembly.Module} module
   * @param {string} name the full name of the game
   * @param {Uint8Array | null} network the file of its network; null for an evaluation without one
   */
  static async load(module, name, network) {
    const engine = new CoreEngine();
    const instance = await WebAssembly.instantiate(await compiled(module), engine.#imports());
    engine.#begin(instance.exports, name, network);
    return engine;
  }

  /** @type {Record<string, number>} of the game */
  numbers = {};
  /** @type {Record<string, Function>} of the game */
  functions = {};
  #table = 0;
  #megabytes = 0;
  #network = 0;
  #reported = () => {};

  /** What a module calls. */
  #imports() {
    const missing = 52; // that a function of the system does not exist
    return {
      boardwright: { reported: () => this.#reported() },
      wasi_snapshot_preview1: {
        clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
          this.#view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        fd_close: () => missing,
        fd_seek: () => missing,
        fd_write: () => missing,
      },
    };
  }

  /** @param {any} exports @param {string} name @param {Uint8Array | null} network */
  #begin(exports, name, network) {
    this.exports = exports;
    exports._initialize();
    for (let index = 0; ; ++index) {
      const at = exports.boardwright_game(index);
      if (!at) throw new Error(`the module has no game ${name}`);
      if (this.#read(at, name)) break;
    }
    if (network) this.#load(network);
  }

  /** The module's memory; it may have grown since the last call. */
  get #view() {
    return new DataView(this.exports.memory.buffer);
  }

  /** Read a game's structure, if it is the one of this name. @param {number} at @param {string} name */
  #read(at, name) {
    const view = this.#view;
    const pointer = (/** @type {number} */ offset) => view.getUint32(at + offset, true);
    if (this.#text(pointer(TEXTS_AT + 4 * TEXTS.indexOf("name"))) !== name) return false;
    const numbers = Object.fromEntries(NUMBERS.map((each, place) => [each, view.getInt32(at + 4 * place, true)]));
    if (numbers.version !== INTERFACE_VERSION)
      throw new Error(`the module has version ${numbers.version} of its interface: expected ${INTERFACE_VERSION}`);
    this.numbers = numbers;
    const table = this.exports.__indirect_function_table;
    for (const [place, each] of FUNCTIONS.entries())
      this.functions[each] = table.get(pointer(FUNCTIONS_AT + 4 * place));
    return true;
  }

  /** @param {number} at */
  #text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
  }

  /** Call a function, and throw its error if it fails. @param {string} name @param {...any} given */
  #call(name, ...given) {
    try {
      return this.functions[name](...given);
    } catch (error) {
      throw new Error(this.#text(this.functions.error()) || `the core failed: ${error}`);
    }
  }

  /** Lend some bytes of the module's memory. @template T @param {number} size @param {(at: number) => T} use */
  #lending(size, use) {
    const at = this.exports.allocate(size);
    const result = use(at);
    this.exports.release(at);
    return result;
  }

  /** Lend a copy of some bytes. @template T @param {Uint8Array} bytes @param {(at: number) => T} use */
  #lendingCopy(bytes, use) {
    return this.#lending(bytes.length, (at) => {
      new Uint8Array(this.exports.memory.buffer).set(bytes, at);
      return use(at);
    });
  }

  /** @param {number} at @param {number} size */
  #bytes(at, size) {
    return new Uint8Array(this.exports.memory.buffer).slice(at, at + size);
  }

  /** Load the numbers of a network's file, which begins with a line of text. @param {Uint8Array} file */
  #load(file) {
    const end = file.indexOf(10);
    const line = new TextDecoder().decode(file.subarray(0, end));
    const hidden = BigInt(/ hidden=(\d+)/.exec(line)?.[1] ?? 0);
    const { features, first_input: firstInput } = this.numbers;
    const inputs = BigInt(features - firstInput);
    const numbers = file.subarray(end + 1);
    if (BigInt(numbers.length) !== 2n * (2n * BigInt(features) + hidden * (2n * inputs + 3n)))
      throw new Error("the network does not fit the game");
    this.#network = this.#lendingCopy(numbers, (at) =>
      this.#call("new_network", at, BigInt(features), BigInt(firstInput), hidden),
    );
  }

  /** The positions of a text, which are `words` words each. @param {string} path */
  #path(path) {
    const bytes = bytesOf(path);
    const size = WORD * this.numbers.words;
    if (!bytes.length || bytes.length % size) throw new Error(`expected positions of ${size} bytes`);
    return { bytes, count: bytes.length / size };
  }

  /** Count the move sequences of a length, by the first move. @param {string} position @param {number} depth */
  perft(position, depth) {
    const job = this.#lendingCopy(this.#path(position).bytes, (at) =>
      this.#call("start_perft", at, BigInt(depth), 1n, 0n),
    );
    while (!this.#call("job_wait", job, 3600));
    const size = WORD * Number(this.#call("perft_counts", job, 0, 0));
    const result = this.#lending(2 * size, (at) => {
      this.#call("perft_counts", job, at, at + size);
      return {
        moves: textOf(this.#bytes(at, size)),
        counts: [...new BigUint64Array(this.#bytes(at + size, size).buffer)].map(Number),
      };
    });
    this.#call("free_job", job);
    return result;
  }

  /** Search a position; `onreport` gets each finished depth. The result has all nodes and the whole time. @param {SearchRequest} request @param {(report: SearchReport) => void} onreport @returns {SearchReport} */
  search(request, onreport = () => {}) {
    const limits = { ...DEFAULTS, ...request };
    const { bytes, count } = this.#path(limits.path);
    this.#resize(limits.hash);
    const settings = new DataView(new ArrayBuffer(80));
    const numbers = [limits.depth, limits.nodes, limits.lines, Number(limits.baseline), 1, limits.seed];
    for (const [place, number] of numbers.entries()) settings.setBigInt64(WORD * place, BigInt(number), true);
    settings.setFloat64(48, limits.seconds, true);
    settings.setUint32(72, this.#network, true);
    const job = this.#lendingCopy(bytes, (path) =>
      this.#lendingCopy(new Uint8Array(settings.buffer), (at) =>
        this.#call("start_search", this.#table, path, BigInt(count), at),
      ),
    );
    /** @type {SearchReport | null} */
    let last = null;
    let told = 0;
    this.#reported = () => {
      last = this.#report(job, told++);
      onreport(last);
    };
    while (!this.#call("job_wait", job, 1));
    if (!last) throw new Error("the search found nothing");
    const nodes = Number(this.#call("search_nodes", job));
    const result = { .../** @type {SearchReport} */ (last), nodes, seconds: this.#call("search_seconds", job) };
    this.#call("free_job", job);
    return result;
  }

  /** @param {number} megabytes */
  #resize(megabytes) {
    if (megabytes === this.#megabytes) return;
    if (this.#table) this.#call("free_table", this.#table);
    this.#table = this.#call("new_table", BigInt(megabytes));
    this.#megabytes = megabytes;
  }

  /** Read the report of a number, which is the last one. @param {number} job @param {number} number @returns {SearchReport} */
  #report(job, number) {
    const size = Number(this.#call("search_reports", job, BigInt(number), 0, 0n));
    const bytes = this.#lending(WORD * size, (at) => {
      this.#call("search_reports", job, BigInt(number), at, BigInt(size));
      return this.#bytes(at, WORD * size);
    });
    const words = new BigInt64Array(bytes.buffer);
    let place = 0;
    const next = () => Number(words[place++]);
    const [depth, nodes, nanoseconds, count] = [next(), next(), next(), next()];
    const lines = Array.from({ length: count }, () => {
      const [score, distance, bitbase, moves] = [next(), next(), next(), next()];
      const begin = WORD * place;
      place += moves;
      const text = textOf(bytes.subarray(begin, WORD * place));
      return { score, distance: distance < 0 ? null : distance, bitbase: bitbase !== 0, moves: text };
    });
    return { depth, nodes, seconds: nanoseconds / 1e9, scale: this.numbers.scale, lines };
  }
}
