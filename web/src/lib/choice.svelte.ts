/** What was last chosen on the start page; the big button plays it again. */

import { account } from "./online/account.svelte";
import type { NewGame, SeatChoice, SeatView, VariantSummary } from "./protocol.gen";
import { load, save } from "./settings.svelte";

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
  /** Who may watch a game with others: whoever has the link, everybody, or nobody else. */
  seen: "link" | "public" | "private";
  /** Seconds until computers take the seats still open; 0 for never. */
  fillAfter: number;
  rated: boolean;
  paired: boolean;
}

const PLACE = "cornerwise.choice";
const FIRST_LEVEL = 3;

const FIRST: Choice = {
  variant: "",
  options: {},
  seats: [],
  clock: "none",
  seen: "link",
  fillAfter: 0,
  rated: false,
  paired: false,
};

export const choice = $state(load<Choice>(PLACE, FIRST));

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
    name: seat.kind === "me" ? account.called : ["here", "invite"].includes(seat.kind) ? (seat.name ?? "") : "",
  });
  const clock = CLOCKS.find((c) => c.name === choice.clock)?.clock ?? null;
  const game = { variant: choice.variant, options: { ...choice.options }, seats: choice.seats.map(named), clock };
  return { ...game, ...company(game.seats, !!clock) };
}

/** What is only asked where people come from elsewhere. */
function company(seats: SeatChoice[], timed: boolean): Partial<NewGame> {
  const has = (kind: SeatChoice["kind"]) => seats.some((seat) => seat.kind === kind);
  if (!has("open") && !has("link") && !has("invite")) return {};
  const rated = choice.rated && timed;
  return {
    public: choice.seen === "public",
    private: choice.seen === "private",
    fill_after: has("open") ? choice.fillAfter : 0,
    rated,
    paired: rated && choice.paired && seats.length === 2,
  };
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
