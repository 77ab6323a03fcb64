// The page of a live game: two seats, the board, and the players' actions besides moves.

import { allowNotifications, canNotify, notifyHidden, sound, wantsNotifications } from "./alerts.js";
import * as api from "./api.js";
import { RunningClocks } from "./clocks.js";
import { confirmed, copied, copyText, openDialog } from "./dialogs.js";
import { button, html, put, renew } from "./dom.js";
import { exportDialog, exportRow, formatLabel } from "./export.js";
import { icon, pressed, tool } from "./icons.js";
import { hasServer } from "./hosting.js";
import { invitation } from "./invitation.js";
import { keepLooks, storeGame, noteOver, tokensOf } from "./storage.js";
import { paintsOf } from "./theme.js";
import { analysisAddress, gamePageAddress, navigate, parameters, playAddress, sharedAddress } from "./routes.js";
import { complain, notice, say } from "./announce.js";
import { GameView } from "./game_view.js";
import { analyseTree } from "./records.js";
import { outcomeInWords, playerTag, statusInWords } from "./game_texts.js";
import { capitalised, t } from "./i18n.js";
import { gameLine, spectatorsInWords, titleOf, variantOf } from "./titles.js";
import { MoveTree } from "./tree.js";

/** @import { Child } from "./dom.js" */
/** @import { GameInfo, LiveGame, Move, Outcome, Presence, Seat, Side } from "./types.js" */

/**
 * @typedef {object} PageState all that the page shows besides the board
 * @property {LiveGame} live
 * @property {[string | null, string | null]} tokens of the seats that this browser holds
 * @property {boolean} isOffline whether the connection is lost
 * @property {boolean} isPaused whether the user has stopped watching for a while
 * @property {string} answer what the other player answered to an offer
 * @property {Presence | null} presence who is connected, once the server has said so
 * @property {number} presentAt when the server said so
 */

const RETRY_MS = 700; // the delay before a move that did not get through is sent again

/** @param {Element} root @param {string} id */
export async function openGame(root, id) {
  const live = await api.liveGame(id);
  const game = await api.gameNamed(live.game);
  takeToken(live);
  const page = new GamePage(game, live);
  put(root, page.element);
  return page;
}

/** Store a token from the URL, and remove it from the URL. @param {LiveGame} live */
function takeToken(live) {
  const given = parameters();
  const token = given.get("token");
  if (!token) return;
  storeGame(live, given.get("side") === "1" ? [null, token] : [token, null]);
  history.replaceState(null, "", playAddress(live.id));
}

/**
 * @typedef {object} Offer what one player proposes to the other
 * @property {"draw" | "rematch" | "takeback"} what
 * @property {"draw_offer" | "rematch_offer" | "takeback_offer"} field
 */

/** @type {Offer[]} */
const OFFERS = [
  { what: "draw", field: "draw_offer" },
  { what: "takeback", field: "takeback_offer" },
  { what: "rematch", field: "rematch_offer" },
];

class GamePage {
  /** @type {Readonly<PageState>} changed by #set alone, so that every change is drawn */
  #state;

  /** @param {GameInfo} game @param {LiveGame} live */
  constructor(game, live) {
    this.game = game;
    this.#state = {
      live,
      tokens: [null, null],
      isOffline: false,
      isPaused: false,
      answer: "",
      presence: null,
      presentAt: 0,
    };
    /** The timer that redraws when the game can be claimed. */
    this.claimTimer = 0;
    /** @type {Set<Side>} the players who have been seen here, and may come back */
    this.known = new Set();
    /** @type {HTMLElement | null} */
    this.joining = null;
    this.view = new GameView(game, live.game, live.state);
    this.view.allowed = (state) => this.view.atTip && !this.live.outcome && this.#holds(state.to_move);
    this.view.onmove = (move) => this.#play(move);
    this.view.ontake = (moves) => this.#analyse({ ply: this.view.shown, side: moves });
    this.view.onshow = () => this.#draw();
    this.view.prompt = () => this.#prompt();
    this.view.wayBack = () => !this.view.atTip && button(t("back-to-game"), () => this.view.go(Infinity));
    this.view.mayAsk = () => this.#mayAnalyse();
    this.seats = [0, 1].map(() => html("div", { class: "seat" }));
    this.clockTexts = [0, 1].map(() => html("span", { class: "clock", role: "timer" }));
    this.clocks = new RunningClocks((side, text, isLow) => {
      this.clockTexts[side].textContent = text;
      this.clockTexts[side].classList.toggle("low", isLow);
    });
    this.above = html("div", { class: "above" });
    this.beneath = html("div", { class: "beneath" });
    this.status = html("h1", { class: "status" });
    this.reason = html("p", { class: "reason muted" });
    this.asking = html("div", { class: "asking" });
    this.audience = html("p", { class: "audience muted" });
    this.tools = html("div", { class: "tools", role: "toolbar", "aria-label": t("actions") });
    this.analysisPlace = html("div", { class: "analysis-place" });
    this.element = html(
      "div",
      { class: "table" },
      html(
        "section",
        { class: "play" },
        gameLine(game, live.game),
        this.above,
        this.view.element,
        this.beneath,
        this.view.under,
      ),
      html(
        "aside",
        { class: "side" },
        html("div", { class: "card actions" }, this.status, this.reason, this.tools, this.audience),
        this.asking,
        this.view.list.element,
        this.analysisPlace,
      ),
    );
    this.socket = this.#connect();
    this.#set({ tokens: tokensOf(live.id) });
    this.view.follow(live.start, live.moves, live.state);
  }

  get live() {
    return this.#state.live;
  }

  /** Change the state and redraw: the only way to change the page. @param {Partial<PageState>} changes */
  #set(changes) {
    const before = this.#own().join();
    this.#state = Object.freeze({ ...this.#state, ...changes });
    const own = this.#own();
    // Show the player's own side below, unless the user has flipped the board since.
    if (own.length === 1 && own.join() !== before) this.view.sit(own[0]);
    if (own.join() !== before) this.#identify();
    noteOver(this.live.id, this.live.outcome !== null);
    // Who comes and goes does not change what is said about the board.
    this.#draw(!("presence" in changes));
  }

  #connect() {
    return api.follow(this.live.id, {
      open: () => this.#identify(),
      present: (presence) => this.#greet(presence),
      changed: (changed, moved) => this.#receive(changed, moved),
      lost: () => this.#state.isOffline || this.#connectionLost(),
      refused: complain,
    });
  }

  /** Tell the server whose seats this browser holds, so that others see who is there. */
  #identify() {
    this.socket?.send({ type: "identify", tokens: this.#own().map((side) => this.#state.tokens[side]) });
  }

  /** Show who is there, and announce it once when the opponent or a player who is watched has come or left. @param {Presence} presence */
  #greet(presence) {
    const before = this.#state.presence;
    this.#set({ presence, presentAt: performance.now() });
    for (const side of /** @type {Side[]} */ ([0, 1])) {
      const isHere = presence.here[side];
      if (before && isHere !== before.here[side] && !this.#holds(side) && !this.live.outcome) {
        const news = !isHere ? "left" : this.known.has(side) ? "back" : "joined";
        say(t(`player-${news}`, { name: this.#nameOf(side) }));
      }
      if (isHere) this.known.add(side);
    }
  }

  /** @param {number} side */
  #holds(side) {
    return this.#state.tokens[side] !== null;
  }

  /** The sides that this browser plays. */
  #own() {
    return /** @type {Side[]} */ ([0, 1].filter((side) => this.#holds(side)));
  }

  /** The opponent's seat, if this browser plays one side. */
  #other() {
    const own = this.#own();
    return own.length === 1 ? this.live.seats[own[0] === 0 ? 1 : 0] : null;
  }

  /** Whether a seat is still open. */
  #hasOpenSeat() {
    const { seats, outcome } = this.live;
    return !outcome && seats.some(isFree);
  }

  /** Apply a message of the server. @param {LiveGame} live @param {Move | null} moved */
  #receive(live, moved) {
    const before = this.live;
    // A response may arrive after a newer message of the socket.
    if (live.revision < before.revision) return this.#set({ isOffline: false });
    const answer = this.#answered(before, live);
    // The answer to an offer is obsolete once something else has happened.
    const isSame = live.revision === before.revision;
    this.#set({ live, isOffline: false, answer: answer || (isSame ? this.#state.answer : "") });
    if (live.revision === before.revision) return;
    this.view.follow(live.start, live.moves, live.state, moved ?? live.state.last).then(() => {
      if (live.outcome && !before.outcome)
        say(t("move-and-status", { move: this.#headline(), status: this.reason.textContent ?? "" }));
    });
    if (answer) notice(answer);
    this.#alert(before);
    for (const { what, field } of OFFERS) {
      const side = live[field];
      if (side !== null && side !== before[field] && !this.#holds(side))
        notice(t(`offer-${what}`, { name: this.#nameOf(side) }));
    }
    if (live.rematch && !before.rematch && this.#own().length) this.#goToRematch();
  }

  /** Make a sound, and notify a player who looks at something else, of what others have done. @param {LiveGame} before */
  #alert(before) {
    const { live } = this;
    const last = live.moves.at(-1);
    const isMoved = live.moves.length > before.moves.length && last !== undefined && !this.#holds(last.side);
    const ended = before.outcome ? null : live.outcome;
    const joined = live.seats.find(({ side }) => isFree(before.seats[side]) && !isFree(live.seats[side]));
    const isJoined = joined !== undefined && !this.#holds(joined.side);
    if (ended) sound("end");
    else if (isMoved || isJoined) sound("move");
    if (!this.#own().length) return;
    const offer = OFFERS.find(({ field }) => live[field] !== null && live[field] !== before[field]);
    const offering = offer && live[offer.field];
    const texts = [
      ended && this.#ending(ended),
      isMoved && t("player-moved", { name: this.#nameOf(last.side), move: last.text }),
      isJoined && t("player-joined", { name: this.#nameOf(joined.side) }),
      offer && offering != null && !this.#holds(offering) && t(`offer-${offer.what}`, { name: this.#nameOf(offering) }),
    ];
    const text = texts.find(Boolean);
    if (text) notifyHidden(titleOf(this.game, live.game), text, live.id);
  }

  /** The end of the game in sentences, with what it means for the user. @param {Outcome} outcome */
  #ending(outcome) {
    const text = capitalised(outcomeInWords(this.game, outcome));
    const isOwn = outcome.winner !== null && this.#own().length === 1;
    return isOwn ? t("game-ended", { headline: this.#headline(), outcome: text }) : t("sentence", { text });
  }

  /** Switch notifications on, once the user allows them, or off. */
  async #changeNotifications() {
    const notify = !wantsNotifications() && (await allowNotifications());
    keepLooks({ notify });
    if (notify) notice(t("notify-about"));
    this.#draw();
  }

  /** The opponent's answer to an offer between two states. @param {LiveGame} before @param {LiveGame} live */
  #answered(before, live) {
    const waited = (/** @type {Side | null} */ offer) => offer !== null && this.#own().join() === String(offer);
    const name = this.#nameOf(this.#own()[0] === 0 ? 1 : 0);
    if (waited(before.draw_offer) && live.draw_offer === null && !live.outcome) return t("draw-declined", { name });
    if (waited(before.rematch_offer) && live.rematch_offer === null && !live.rematch)
      return t("rematch-declined", { name });
    if (waited(before.takeback_offer) && live.takeback_offer === null && !live.outcome) {
      if (live.moves.length < before.moves.length) return t("takeback-accepted", { name });
      if (live.moves.length === before.moves.length) return t("takeback-declined", { name });
    }
    return "";
  }

  #connectionLost() {
    this.#set({ isOffline: true });
    say(this.#prompt());
  }

  /**
   * Play a move, and retry until the server responds; the request is idempotent.
   * @param {Move} move
   */
  async #play(move) {
    const { id, state, moves } = this.live;
    const token = this.#state.tokens[state.to_move];
    if (!token) return;
    for (let tries = 0; ; tries += 1) {
      try {
        const live = await api.act(id, "moves", token, { move: move.text, ply: moves.length });
        return this.#receive(live, move);
      } catch (error) {
        if (!(error instanceof api.Unreachable) || this.closed) throw error;
        if (!tries) this.#connectionLost();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /**
   * Act for a side, or for the other one if this browser does not have its token.
   * @param {"resign" | "draw" | "takeback" | "rematch" | "abort" | "claim"} what
   * @param {unknown} [body]
   * @param {Side} [side]
   */
  async #act(what, body, side = this.live.state.to_move) {
    const { tokens } = this.#state;
    const token = tokens[side] ?? tokens[side === 0 ? 1 : 0];
    if (!token) return;
    try {
      this.#receive(await api.act(this.live.id, what, token, body), null);
    } catch (error) {
      complain(error);
    }
  }

  /** Offer a draw. The engine answers at once, and if it accepts, the game is over. */
  async #offerDraw() {
    if (!(await confirmed(t("draw-question"), t("offer-a-draw")))) return;
    await this.#act("draw", { action: "offer" });
    const { outcome, draw_offer: offer } = this.live;
    if (outcome || offer !== null || this.#other()?.kind !== "engine") return;
    const answer = t("draw-declined", { name: t("the-engine") });
    this.#set({ answer });
    notice(answer);
  }

  /** Offer a rematch, for both sides if this browser plays both. */
  async #playAgain() {
    for (const side of this.#own()) await this.#act("rematch", { action: "offer" }, side);
  }

  /** Open the rematch, in which the players keep their tokens and swap sides. */
  #goToRematch() {
    const { rematch, game } = this.live;
    if (!rematch) return;
    const [first, second] = this.#state.tokens;
    if (this.#own().length) storeGame({ id: rematch, game, title: this.game.title }, [second, first]);
    navigate(playAddress(rematch));
  }

  /** @param {boolean} isPaused */
  #setPaused(isPaused) {
    // The engine plays itself only while the game is watched.
    if (isPaused) this.socket.close();
    else this.socket = this.#connect();
    this.#set({ isPaused });
  }

  /** The name of a side's player. @param {Side} side */
  #nameOf(side) {
    const { kind, name } = this.live.seats[side];
    return kind === "engine" ? t("the-engine") : name || capitalised(this.game.sideNames[side]);
  }

  #prompt() {
    const { live, view } = this;
    const { isOffline, isPaused } = this.#state;
    const { to_move: toMove } = live.state;
    if (isOffline && view.ahead) return t("offline-move-waits");
    if (isOffline) return t("offline");
    if (!view.atTip) return t("looking-at", { number: view.shown });
    if (live.outcome) return capitalised(this.#headline());
    if (view.ahead) return "";
    if (isPaused) return t("paused");
    if (this.#hasOpenSeat()) return "";
    if (this.#holds(toMove) && this.#own().length === 1) return t("your-move");
    return live.seats[toMove].kind === "engine"
      ? t("engine-thinks")
      : capitalised(statusInWords(this.game, live.state));
  }

  /** The outcome of the game, or the side to move. */
  #headline() {
    const { outcome, state } = this.live;
    if (!outcome && this.#state.isOffline) return t("no-connection");
    if (!outcome) return this.#hasOpenSeat() ? t("no-opponent") : statusInWords(this.game, state);
    if (outcome.termination === "aborted") return t("no-result");
    const [own, another] = this.#own();
    if (own === undefined || another !== undefined) return outcomeInWords(this.game, outcome);
    if (outcome.winner === null) return t("draw");
    return t(outcome.winner === own ? "you-won" : "you-lost");
  }

  /** @param {boolean} [isBoardToo] whether what is said below the board may have changed */
  #draw(isBoardToo = true) {
    const { live, view } = this;
    const { below } = view;
    const headline = this.#headline();
    const running = live.outcome || this.#hasOpenSeat() ? null : live.state.to_move;
    this.element.classList.toggle("lost-line", this.#state.isOffline);
    for (const side of /** @type {Side[]} */ ([0, 1])) put(this.seats[side], ...this.#seat(side, running === side));
    put(this.above, this.seats[1 - below]);
    put(this.beneath, this.seats[below]);
    this.clocks.set(live.clock);
    this.status.textContent = headline;
    this.status.classList.toggle("over", live.outcome !== null);
    const own = this.#own();
    const ending = live.outcome ? outcomeInWords(this.game, live.outcome, own.length === 1 ? own[0] : null) : "";
    this.reason.textContent = ending === headline ? "" : ending;
    this.#awaitClaim();
    renew(this.asking, ...this.#questions());
    const { presence } = this.#state;
    this.audience.textContent = presence ? spectatorsInWords(presence.spectators) : "";
    renew(this.tools, ...this.#buttons());
    const isOwnTurn = running !== null && this.#holds(running);
    const title = titleOf(this.game, live.game);
    document.title = t("title", { page: isOwnTurn ? `● ${title}` : title });
    put(this.analysisPlace, this.#mayAnalyse() && view.analysis.element);
    if (!this.#mayAnalyse()) view.analysis.turnOn(false);
    if (isBoardToo && !view.choice.chosen.length) view.cancel();
  }

  /** Whether the engine may be used: not by a player against another person until the game is over. */
  #mayAnalyse() {
    const other = this.#other();
    return this.live.outcome !== null || !other || other.kind !== "human";
  }

  /** @param {Side} side @param {boolean} isOnMove */
  #seat(side, isOnMove) {
    const seat = this.live.seats[side];
    const paint = paintsOf(this.game.sides)[side];
    const disc = html("span", { class: "disc" });
    disc.style.setProperty("--face", paint.face);
    disc.style.setProperty("--edge", paint.edge);
    this.seats[side].classList.toggle("on-move", isOnMove);
    const isMine = this.#holds(side) && this.#own().length === 1;
    const engine = seat.level === null ? t("engine") : t("engine-level", { level: seat.level });
    const person = isFree(seat) ? t("waiting") : seat.name || t(isMine ? "you" : "player");
    const who = seat.kind === "engine" ? engine : person;
    const { presence } = this.#state;
    const isPerson = seat.kind === "human" && seat.taken && this.#own().length < 2;
    const turn = t(this.#state.isOffline && this.view.ahead ? "not-sent" : "on-move");
    return [
      disc,
      html(
        "span",
        { class: "player" },
        html("span", { class: "who", title: who }, who),
        html(
          "span",
          { class: "muted" },
          capitalised(this.game.sideNames[side]),
          isPerson && presence && presenceDot(presence.here[side]),
          isOnMove && html("span", { class: "turn" }, turn),
        ),
      ),
      this.live.clock && this.clockTexts[side],
    ];
  }

  /** Show the open seat or offer that needs an answer. */
  #questions() {
    const { live } = this;
    const own = this.#own();
    /** @type {Child[]} */
    const questions = [];
    const free = live.seats.find(isFree);
    // Keep text that the user is typing there.
    if (free && !own.length && !live.outcome) questions.push((this.joining ??= this.#invitation(free.side)));
    if (free && own.length && !live.outcome)
      questions.push(html("p", {}, t(live.public ? "anyone-can-join" : "send-link")), copied(t("link"), location.href));
    for (const what of OFFERS) {
      const side = live[what.field];
      if (side !== null) questions.push(...this.#offer(side, what));
    }
    questions.push(...this.#claim());
    if (live.rematch) questions.push(button(t("go-to-rematch"), () => this.#goToRematch(), { class: "primary" }));
    if (live.event && live.outcome)
      questions.push(html("a", { class: "button primary", href: `/events/${live.event}` }, t("back-to-event")));
    if (this.#state.answer) questions.push(html("p", {}, t("sentence", { text: this.#state.answer })));
    return questions;
  }

  /** An open offer. @param {Side} side @param {Offer} offer @returns {Child[]} */
  #offer(side, { what }) {
    if (this.#holds(side)) return [html("p", {}, t(`own-offer-${what}`))];
    const text = html("p", {}, t(`offer-${what}`, { name: this.#nameOf(side) }));
    if (!this.#own().length) return [text];
    const answer = (/** @type {string} */ action) => this.#act(what, { action }, side === 0 ? 1 : 0);
    return [
      text,
      html(
        "div",
        { class: "row" },
        button(t(`accept-${what}`), () => answer("accept"), { class: "primary" }),
        button(t("decline"), () => answer("decline")),
      ),
    ];
  }

  /** The seconds until the game can be claimed from an opponent who is gone and to move; null where it cannot be. */
  #secondsToClaim() {
    const { live } = this;
    const { presence, presentAt, isOffline } = this.#state;
    const other = this.#other();
    if (!other || !presence || isOffline || live.claim_after === null || live.state.to_move !== other.side) return null;
    const gone = presence.gone[other.side];
    if (gone === null) return null;
    return Math.max(0, live.claim_after - gone - (performance.now() - presentAt) / 1000);
  }

  /** Redraw as soon as the game can be claimed. */
  #awaitClaim() {
    clearTimeout(this.claimTimer);
    const left = this.#secondsToClaim();
    if (left) this.claimTimer = window.setTimeout(() => this.#draw(false), 1000 * left + 50);
  }

  /** What can be claimed, once the opponent has been gone for long enough. @returns {Child[]} */
  #claim() {
    const [left, other] = [this.#secondsToClaim(), this.#other()];
    if (left === null || left > 0 || !other) return [];
    const name = this.#nameOf(other.side);
    const claim = (/** @type {string} */ result) => this.#act("claim", { result }, other.side === 0 ? 1 : 0);
    return [
      html("p", {}, t("claim-about", { name })),
      html(
        "div",
        { class: "row" },
        button(t("claim-win"), () => claim("win"), { class: "primary" }),
        button(t("claim-draw"), () => claim("draw")),
      ),
    ];
  }

  /** The invitation to an open seat. @param {Side} side */
  #invitation(side) {
    return invitation(this.game, this.live, side, {
      accept: async (name) => {
        const joined = await api.join(this.live.id, side, name);
        if (name) keepLooks({ name });
        storeGame(joined.match, joined.side === 0 ? [joined.token, null] : [null, joined.token]);
        this.#set({ tokens: tokensOf(this.live.id) });
        this.#receive(joined.match, null);
      },
      decline: async () => this.#receive(await api.decline(this.live.id), null),
    });
  }

  #buttons() {
    const { live, view } = this;
    const { isOffline, isPaused } = this.#state;
    const own = this.#own();
    const isRunning = !live.outcome;
    const other = this.#other();
    const resign = async () => (await confirmed(t("resign-question"), t("resign"))) && this.#act("resign");
    const isAlone = own.length === 2 || (own.length === 1 && other?.kind === "engine");
    const hasMoved = own.length === 1 && live.moves.some(({ side }) => side === own[0]);
    const abort = async () => (await confirmed(t("abort-question"), t("abort"))) && this.#act("abort");
    return [
      ...view.lookTools(),
      tool("threats", t("threats"), () => view.showThreats().catch(complain), isOffline),
      isAlone &&
        (isRunning || live.takeback) &&
        tool(
          "back",
          t("take-back"),
          () => this.#act("takeback", { action: "offer" }, live.moves.at(-1)?.side),
          isOffline || !live.takeback,
        ),
      isRunning &&
        other?.kind === "human" &&
        other.taken &&
        tool(
          "back",
          t("take-back"),
          () => this.#act("takeback", { action: "offer" }, own[0]),
          isOffline || !hasMoved || live.takeback_offer !== null,
        ),
      isRunning && live.abort && own.length === 1 && tool("abort", t("abort"), abort, isOffline),
      isRunning &&
        other?.taken &&
        tool("draw", t("draw"), () => this.#offerDraw(), isOffline || live.draw_offer !== null),
      isRunning && own.length > 0 && tool("resign", t("resign"), resign, isOffline),
      !isRunning &&
        !live.event &&
        (isAlone || other?.taken) &&
        !live.rematch &&
        tool(
          "again",
          t(isAlone ? "play-again" : "rematch"),
          () => this.#playAgain(),
          isOffline || live.rematch_offer !== null,
        ),
      isRunning &&
        live.seats.every(({ kind }) => kind === "engine") &&
        tool(isPaused ? "play" : "pause", t(isPaused ? "resume" : "pause"), () => this.#setPaused(!isPaused)),
      isRunning &&
        other?.kind === "human" &&
        canNotify() &&
        pressed(
          tool("notify", t("notify-me"), () => this.#changeNotifications()),
          wantsNotifications(),
        ),
      tool("share", t("share"), () => this.#share()),
      tool("copy", t("export"), () => this.#export(), isOffline),
      !isRunning &&
        live.moves.length > 0 &&
        tool("review", t("review"), () => this.#analyse({ toReview: true }), isOffline),
      this.#mayAnalyse() && tool("analyse", t("analyse"), () => this.#analyse(), isOffline),
      live.event && html("a", { class: "button tool", href: `/events/${live.event}` }, icon("event"), t("event")),
      html("a", { class: "button tool", href: gamePageAddress("rules", this.game.name) }, icon("rules"), t("rules")),
    ];
  }

  /** @param {Parameters<typeof analyseTree>[1]} [from] */
  #analyse(from = {}) {
    const { game, start, moves, seats, outcome } = this.live;
    const tree = MoveTree.ofLine(game, start, moves);
    for (const { side, name } of seats) if (name) tree.tags[playerTag(this.game.sides[side])] = name;
    tree.outcome = outcome && { winner: outcome.winner, reason: outcome.reason };
    analyseTree(tree.write(), from);
  }

  #share() {
    const { id } = this.live;
    const address = sharedAddress(playAddress(id));
    const seats = this.#own().map((side) =>
      copied(
        t("your-seat", { side: this.game.sideNames[side] }),
        sharedAddress(
          playAddress(id, new URLSearchParams({ token: this.#state.tokens[side] ?? "", side: String(side) })),
        ),
        t("private-link"),
      ),
    );
    const free = this.live.seats.some(isFree);
    const whole = copied(t("link-with-game"), this.#addressOfGame(), t("link-with-game-about"));
    if (!hasServer) return openDialog(t("share-game"), whole);
    openDialog(t("share-game"), copied(t(free ? "link-to-play" : "link-to-watch"), address), ...seats, whole);
  }

  /** A link that holds the position or the game itself, for the analysis page of any server or site. */
  #addressOfGame() {
    const { game, start, moves } = this.live;
    const isStart = start === variantOf(this.game, game).start;
    return sharedAddress(analysisAddress(game, isStart ? null : start, { moves: moves.map(({ text }) => text) }));
  }

  #export() {
    const rows = this.game.formats.map((format) => {
      const copyRecord = () => api.record(this.live.id, format).then((text) => copyText(text, t("record")), complain);
      const href = api.recordAddress(this.live.id, format);
      const label = t("label-of", { label: t("save"), of: formatLabel(format) });
      return exportRow(
        format,
        copyRecord,
        html("a", { class: "button", href, download: true, "aria-label": label }, t("save")),
      );
    });
    exportDialog(this.view.state.position, t("whole-game"), rows);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    return this.view.onKey(event);
  }

  close() {
    this.closed = true;
    clearTimeout(this.claimTimer);
    this.socket.close();
    this.clocks.close();
    this.view.close();
  }
}

/** A sign for whether a player is connected. @param {boolean} isHere */
function presenceDot(isHere) {
  const label = t(isHere ? "online" : "offline-player");
  return html("span", { class: isHere ? "presence here" : "presence", role: "img", "aria-label": label, title: label });
}

/** Whether a seat waits for a person. @param {Seat} seat */
function isFree({ kind, taken }) {
  return kind === "human" && !taken;
}
