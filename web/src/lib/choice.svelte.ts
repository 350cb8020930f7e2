/** What was last chosen on the start page; the big button plays it again. */

import type { NewGame, SeatChoice, SeatView, VariantSummary } from "./protocol.gen";
import { load, save, settings } from "./settings.svelte";

export const CLOCKS = [
  { name: "none", clock: null },
  { name: "quick", clock: { initial: 300, increment: 3 } },
  { name: "calm", clock: { initial: 900, increment: 10 } },
  { name: "days", clock: { days: 3 } },
] as const;

export interface Choice {
  variant: string;
  options: Record<string, string | number[]>;
  seats: SeatChoice[];
  clock: (typeof CLOCKS)[number]["name"];
}

const PLACE = "cornerwise.choice";
const FIRST_LEVEL = 3;

export const choice = $state(load<Choice>(PLACE, { variant: "", options: {}, seats: [], clock: "none" }));

export const keep = () => save(PLACE, choice);

/** Me on the first seat, the computer on the others: enough to begin. */
function usualSeats(players: number): SeatChoice[] {
  return Array.from({ length: players }, (_, i) => (i ? { kind: "computer", level: FIRST_LEVEL } : { kind: "me" }));
}

/** Choose a game; seats that still fit stay as they were. */
export function chooseVariant(summary: VariantSummary): void {
  const seats = usualSeats(summary.players);
  choice.seats = seats.map((seat, i) => choice.seats[i] ?? seat);
  if (choice.variant !== summary.name) choice.options = {};
  choice.variant = summary.name;
  keep();
}

/** The stored choice, if the server still has that game; otherwise its first one. */
export function fit(catalogue: VariantSummary[]): VariantSummary {
  const found = catalogue.find((v) => v.name === choice.variant) ?? catalogue[0];
  const stale = Object.entries(choice.options).some(
    ([name, value]) => !found.choices[name]?.some((c) => String(c) === String(value)),
  );
  if (stale) choice.options = {};
  chooseVariant(found);
  return found;
}

export function setSeat(player: number, kind: SeatChoice["kind"]): void {
  const level = kind === "computer" ? (choice.seats[player].level ?? FIRST_LEVEL) : null;
  choice.seats[player] = { kind, level, name: choice.seats[player].name };
  keep();
}

/** The request for a new game. */
export function newGame(): NewGame {
  const named = (seat: SeatChoice): SeatChoice => ({
    kind: seat.kind,
    level: seat.kind === "computer" ? (seat.level ?? FIRST_LEVEL) : null,
    name: seat.kind === "me" ? settings.name : seat.kind === "here" ? (seat.name ?? "") : "",
  });
  const clock = CLOCKS.find((c) => c.name === choice.clock)?.clock ?? null;
  return { variant: choice.variant, options: { ...choice.options }, seats: choice.seats.map(named), clock };
}

/** Seats to play on from a position: computers stay, everybody else sits here. */
export function forkSeats(seats: SeatView[], mine: number[]): SeatChoice[] {
  const first = mine[0] ?? seats.findIndex((seat) => seat.kind !== "computer");
  return seats.map((seat, player) =>
    seat.kind === "computer"
      ? { kind: "computer", level: seat.level }
      : { kind: player === first ? "me" : "here", name: seat.name },
  );
}
