/** This page's line to one game on the server: what was heard, what is on its way. */

import { prefersReducedMotion } from "svelte/motion";
import { newId } from "./ids";
import { line } from "./line.svelte";
import { Pacing, PAUSE } from "./pacing";
import type { ClientMessage, ErrorMessage, GameEvent, Hint, Joined, PremoveList, ServerMessage } from "./protocol.gen";
import { emptyTimeline, readEvents, type Ply, type Timeline } from "./timeline";

/** An action in the making, without what every action carries. */
type Act = { type: Extract<ClientMessage, { game: string; id: string; seq: number }>["type"] };
type Sent = Act & { game: string; id: string; seq: number };

/** The server measures our lag while a clock runs. */
const PING_EVERY = 10_000;

export class Link {
  log: Timeline = $state.raw(emptyTimeline);
  /** Players whose seats this device holds. */
  seats: number[] = $state.raw([]);
  /** Players whose seats are kept for somebody until they sit down. */
  kept: number[] = $state.raw([]);
  key = $state("");
  /** The secret of the link to a private game's rematch. */
  rematchKey = $state("");
  connected = $state(false);
  joined = $state(false);
  lost = $state(false);
  /** Players with an open page. */
  present: number[] = $state.raw([]);
  watchers = $state(0);
  thinking: { player: number; level: number } | undefined = $state.raw();
  refusal: ErrorMessage | undefined = $state.raw();
  /** Moves that the server keeps for the next turn of my colors. */
  premoves: PremoveList[] = $state.raw([]);
  /** My move on its way: shown at once, taken back if the server refuses it. */
  pendingMove: Ply | undefined = $state.raw();
  /** Server time minus ours, in milliseconds. */
  private ahead = 0;
  clockSince = $state(0);
  private waiting = new Map<string, Sent>();
  private hintId = "";
  /** The last event when the hint on its way was asked for; undefined when none is. */
  private hintFor: number | undefined;
  private readonly pacing = new Pacing((event) => this.read([event]), (event) => this.pause(event));
  private readonly stop: () => void;
  private readonly pinging: number;

  constructor(
    private readonly game: string,
    /** The secret of the link this page was opened with; empty for watchers. */
    public joinKey: string,
    private readonly hinted: (hint?: Hint) => void,
  ) {
    this.stop = line.listen({ hear: this.hear, opened: this.opened });
    this.pinging = window.setInterval(() => {
      if (this.log.clocks && !this.log.over) line.send({ type: "ping", id: "clock" });
    }, PING_EVERY);
  }

  now = () => Date.now() + this.ahead;

  /** Nobody waits for their own move, while a clock runs, behind another window, or against their wish. */
  private pause(event: GameEvent): number {
    if (event.kind === "played" && event.id && this.waiting.has(event.id)) return 0;
    return this.log.clocks || document.hidden || prefersReducedMotion.current ? 0 : PAUSE;
  }

  private opened = (open: boolean): void => {
    this.connected = open;
    if (open) this.join();
  };

  private join(): void {
    this.pacing.flush();
    this.joinAfter(this.log.seq);
  }

  private joinAfter(seq: number): void {
    line.send({ type: "join", game: this.game, seq, key: this.joinKey });
  }

  private hear = (message: ServerMessage): void => {
    if ("game" in message && message.game && message.game !== this.game) return;
    switch (message.type) {
      case "joined":
        return this.onJoined(message);
      case "events":
        if (message.events[0]?.seq > (this.pacing.last?.seq ?? this.log.seq) + 1) return this.join();
        return this.pacing.hear(message.events);
      case "seats":
        this.seats = message.seats;
        this.key = message.key;
        return;
      case "rematch_key":
        this.rematchKey = message.key;
        return;
      case "done":
        return this.finish(message.id);
      case "thinking":
        this.thinking = message;
        return;
      case "presence":
        this.present = message.players;
        this.watchers = message.watchers;
        return;
      case "hint":
        if (message.id === this.hintId) this.endHint(message);
        return;
      case "premoves":
        this.premoves = message.lists;
        return;
      case "error":
        // Not about this game: somebody else's wish or word was refused.
        if (message.game || this.waiting.has(message.id) || !this.joined) this.onRefusal(message);
        return;
      case "pong":
        this.ahead = message.time - Date.now();
    }
  };

  private onJoined(message: Joined): void {
    const isWhole = message.events[0]?.seq === 1;
    if (message.seq < this.log.seq && !isWhole) return this.forget();
    this.seats = message.seats;
    this.kept = message.kept;
    this.key = message.key;
    this.ahead = message.time - Date.now();
    this.clockSince = message.clock_since ?? 0;
    this.joined = true;
    this.pacing.flush();
    this.read(message.events, isWhole ? emptyTimeline : this.log);
    for (const action of this.waiting.values()) line.send(action as ClientMessage);
    if (this.hintFor === this.log.seq) this.sendHint();
    else this.endHint();
  }

  /**
   * The server has lost what this page knows, to a power cut or an old backup: it never happened.
   * The log is shown until the whole one is here: a page without any has nothing to show.
   */
  private forget(): void {
    this.pacing.close();
    this.waiting.clear();
    this.pendingMove = this.thinking = undefined;
    this.joinAfter(0);
  }

  private read(events: readonly GameEvent[], from = this.log): void {
    const before = this.log.seq;
    this.log = readEvents(from, events);
    if (this.log.seq === before) return;
    this.refusal = undefined;
    for (const event of events) if (event.kind === "played" && event.id) this.finish(event.id);
    if (events.some((event) => this.endsThinking(event))) this.thinking = undefined;
  }

  /** The next may be thinking already when a move is shown. */
  private endsThinking(event: GameEvent): boolean {
    if (event.kind === "played") return event.player === this.thinking?.player;
    return event.kind === "over" || event.kind === "undone";
  }

  private finish(id: string): void {
    const action = this.waiting.get(id);
    if (!action) return;
    this.waiting.delete(id);
    if (action.type === "play") this.pendingMove = undefined;
  }

  private onRefusal(refusal: ErrorMessage): void {
    if (refusal.id) this.finish(refusal.id);
    if (refusal.id === this.hintId) this.endHint();
    // A mangled link: no game can be called so, and the server does not even look.
    const unreadable = refusal.code === "unreadable" && !this.joined;
    if (refusal.code === "unknown_game" || unreadable) this.lost = true;
    if (refusal.code === "stale") this.join();
    if (refusal.code === "bad_key" && !this.joined && this.joinKey) {
      this.joinKey = ""; // without it one can still watch
      this.join();
    }
    this.refusal = refusal;
  }

  /** Send an action; if the line is down it goes out when it is back, with the same id. */
  act(action: Act & Record<string, unknown>): void {
    this.pacing.flush();
    const sent: Sent = { ...action, game: this.game, id: newId(), seq: this.log.seq };
    this.waiting.set(sent.id, sent);
    this.refusal = undefined;
    line.send(sent as ClientMessage);
  }

  play(move: string, color: number): void {
    this.pendingMove = { move, color };
    this.pacing.saw();
    this.act({ type: "play", move });
  }

  sit = (player: number, name: string) => this.act({ type: "sit", player, name, key: this.joinKey });
  fill = (player: number, level: number) => this.act({ type: "fill", player, level });
  resign = (player: number) => this.act({ type: "resign", player });
  askTakeback = (player: number) => this.act({ type: "ask_takeback", player });
  answerTakeback = (accept: boolean) => this.act({ type: "answer_takeback", accept });
  askRematch = () => this.act({ type: "ask_rematch" });
  moveNow = () => line.send({ type: "move_now", game: this.game });
  premove = (player: number, color: number, moves: string[]) => this.act({ type: "premove", player, color, moves });
  takeSeatAgain = (player: number) => this.act({ type: "return", player });
  handOver = (player: number) => this.act({ type: "hand_over", player });
  callStandIn = (player: number) => this.act({ type: "call_stand_in", player });
  offerSeat = (player: number, open: boolean) => this.act({ type: "offer_seat", player, open });
  claim = () => this.act({ type: "claim" });

  /** If the line is down, or breaks before the answer, it is asked for again in the same position. */
  askHint(): void {
    this.hintId = newId();
    this.hintFor = this.log.seq;
    this.sendHint();
  }

  private sendHint(): void {
    line.send({ type: "ask_hint", game: this.game, id: this.hintId });
    line.probe();
  }

  /** It is here, or no longer wanted. */
  endHint(hint?: Hint): void {
    this.hintId = "";
    this.hintFor = undefined;
    this.hinted(hint);
  }

  close(): void {
    clearInterval(this.pinging);
    this.pacing.close();
    line.send({ type: "leave", game: this.game });
    this.stop();
  }
}
