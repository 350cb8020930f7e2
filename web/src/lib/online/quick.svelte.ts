/** How a quick game is wished for: clock and rating, kept on this device. */

import { load, save } from "../settings.svelte";
import type { ClockSpec } from "../protocol.gen";

export const QUICK_CLOCKS: readonly { name: "blitz" | "rapid" | "slow" | "days" | "none"; clock: ClockSpec | null }[] = [
  { name: "blitz", clock: { initial: 180, increment: 2 } },
  { name: "rapid", clock: { initial: 300, increment: 5 } },
  { name: "slow", clock: { initial: 900, increment: 10 } },
  { name: "days", clock: { days: 3 } },
  { name: "none", clock: null },
];

interface Quick {
  clock: (typeof QUICK_CLOCKS)[number]["name"];
  rated: boolean;
  /** Two players: a second game with the colors swapped, both rated as one. */
  paired: boolean;
}

const PLACE = "cornerwise.quick";

export const quick = $state(load<Quick>(PLACE, { clock: "rapid", rated: false, paired: false }));

export const chosenClock = () => QUICK_CLOCKS.find(({ name }) => name === quick.clock)?.clock ?? null;

export function keepQuick(change: Partial<Quick>): void {
  Object.assign(quick, change);
  save(PLACE, quick);
}
