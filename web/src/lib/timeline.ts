/** A game's log read into what the page shows: seats, moves, clocks, result. Pure: events in, value out. */

import type { Created, GameEvent, Over, Played, SeatView, StandIn } from "./protocol.gen";

export interface Ply {
  move: string;
  /** Absent for moves taken over from another game: their colors follow from the turns. */
  color?: number;
  /** Who decided. */
  player?: number;
}

export interface Timeline {
  /** The last event read. */
  seq: number;
  created?: Created;
  seats: SeatView[];
  started: boolean;
  plies: Ply[];
  /** Colors out of moves, with the number of moves on the board when they were passed over. */
  passed: { color: number; ply: number }[];
  resigned: { player: number; ply: number; reason: "resigned" | "time" | "left" }[];
  /** Computers that play for people just now. */
  standIns: StandIn[];
  takeback?: { player: number; ply: number; waiting: number[] };
  /** Who did not agree to the last takeback, and who had asked for it; until the game goes on. */
  declined?: { player: number; asker: number };
  clocks?: number[];
  /** When `clocks` was written. */
  clockTime: number;
  over?: Over;
  rematch?: string;
}

export const emptyTimeline: Timeline = {
  seq: 0,
  seats: [],
  started: false,
  plies: [],
  passed: [],
  resigned: [],
  standIns: [],
  clockTime: 0,
};

export function readEvents(before: Timeline, events: readonly GameEvent[]): Timeline {
  return events.filter((event) => event.seq > before.seq).reduce(read, before);
}

function read(before: Timeline, event: GameEvent): Timeline {
  const after: Timeline = { ...before, seq: event.seq, ...change(before, event) };
  if ("clocks" in event && event.clocks) {
    after.clocks = event.clocks;
    after.clockTime = event.time;
  }
  return after;
}

/** What an event changes besides the clocks. */
function change(t: Timeline, event: GameEvent): Partial<Timeline> {
  switch (event.kind) {
    case "created":
      return { created: event, seats: event.seats, plies: event.opening.map((move) => ({ move })) };
    case "sat":
      return { seats: t.seats.map((seat, player) => (player === event.player ? event.seat : seat)) };
    case "started":
      return { started: true };
    case "played":
      return { plies: [...t.plies, plyOf(event)], takeback: undefined, declined: undefined };
    case "passed":
      return { passed: [...t.passed, { color: event.color, ply: t.plies.length }] };
    case "resigned": {
      const { player, reason } = event;
      const resigned = [...t.resigned, { player, reason, ply: t.plies.length }];
      return { resigned, standIns: without(t, player), takeback: undefined, declined: undefined };
    }
    case "stand_in":
      return { standIns: [...without(t, event.player), event], takeback: undefined };
    case "returned":
      return { standIns: without(t, event.player) };
    case "takeback_asked":
      return { takeback: event, declined: undefined };
    case "takeback_answered":
      return answered(t, event.player, event.accept);
    case "undone":
      return undone(t, event.ply);
    case "over":
      return { over: event, takeback: undefined, declined: undefined };
    case "rematch":
      return { rematch: event.game, takeback: undefined };
  }
}

const plyOf = ({ move, color, player }: Played): Ply => ({ move, color, player });

function answered({ takeback }: Timeline, player: number, accept: boolean): Partial<Timeline> {
  if (!takeback) return {};
  if (!accept) return { takeback: undefined, declined: { player, asker: takeback.player } };
  return { takeback: { ...takeback, waiting: takeback.waiting.filter((other) => other !== player) } };
}

const without = (t: Timeline, player: number) => t.standIns.filter((seat) => seat.player !== player);

function undone(t: Timeline, ply: number): Partial<Timeline> {
  return {
    plies: t.plies.slice(0, ply),
    passed: t.passed.filter((p) => p.ply <= ply),
    resigned: t.resigned.filter((r) => r.ply <= ply),
    takeback: undefined,
    declined: undefined,
    over: undefined,
  };
}
