/** Why a file could not be opened, in the reader's language. */

import { language, t } from "./i18n/index.svelte";
import type { Problem } from "./protocol.gen";

/** The reader of records says where it stopped: line, column and, if that was the trouble, which move. */
const PLACE = /line (?<line>\d+), column (?<column>\d+): (?:move (?<n>\d+): )?(?<detail>.*)/s;

export function importWords({ code, message }: Pick<Problem, "code" | "message">): string {
  if (code === "too_large") return t("games.import.large");
  const { line, column, n, detail } = PLACE.exec(message)?.groups ?? {};
  if (!line) return t("games.import.failed");
  const words = n ? t("games.import.move", { n, line, column }) : t("games.import.unreadable", { line, column });
  // The detail is written in English only.
  return language() === "en" ? `${words} (${detail})` : words;
}
