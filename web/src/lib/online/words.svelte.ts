/** People, clocks, speeds and ratings put into words. */

import { language, t, tn, word } from "../i18n/index.svelte";
import { catalogue, Refused } from "../net";
import type { ClockSpec, SeatView, VariantSummary } from "../protocol.gen";
import { decimal } from "../words";

let variants: readonly VariantSummary[] = $state.raw([]);

/** The catalogue, once it is there; asked for when first needed. */
export function knownVariants(): readonly VariantSummary[] {
  if (!variants.length) void catalogue().then((found) => (variants = found), () => undefined);
  return variants;
}

export function variantTitle(name: string): string {
  return knownVariants().find((variant) => variant.name === name)?.title[language()] ?? "…";
}

export const SPEEDS = ["blitz", "rapid", "slow", "days"] as const;
export const speedName = (speed: string) => word("speed", speed);

export function clockWords(clock: ClockSpec | null | undefined): string {
  if (!clock || !(clock.days || clock.initial || clock.increment)) return t("clock.none");
  if (clock.days) return tn("clock.days", clock.days);
  const minutes = decimal((clock.initial ?? 0) / 60);
  return clock.increment ? t("clock.fischer", { minutes, seconds: clock.increment }) : t("clock.sudden", { minutes });
}

/** Who sits there, for people who only look on. */
export function seatWords(seat: SeatView): string {
  if (seat.kind === "computer") return t("seat.computer", { level: seat.level ?? "" });
  if (seat.kind === "free") return seat.account || seat.name || t("seat.free");
  return seat.account || seat.name || t("seat.guest");
}

/** A rating, with a question mark while too little is known. */
export const ratingWords = (rating: number, provisional = false) => `${Math.round(rating)}${provisional ? "?" : ""}`;

export function changeWords(change: number): string {
  const n = Math.round(change);
  return n < 0 ? `−${-n}` : `+${n}`;
}

const locale = () => (language() === "fr" ? "fr" : "en-GB");
export const dayWords = (time: number) => new Date(time).toLocaleDateString(locale(), { dateStyle: "medium" });
export const momentWords = (time: number) =>
  new Date(time).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
export const untilWords = (time: number) => t("until", { time: momentWords(time) });

/** Why something did not work, as kindly as we know it. */
export function refusalWords(error: unknown): string {
  return error instanceof Refused ? word("refused", error.problem.code) : t("start.offline");
}
