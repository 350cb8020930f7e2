/** Words in the reader's language. `t` is reactive: a change of language shows at once. */

import { settings } from "../settings.svelte";
import { en } from "./en";
import type { enPages } from "./en-pages";
import type { enPeople } from "./en-people";
import type { enStudy } from "./en-study";
import { fr } from "./fr";

export type Key = keyof typeof en | keyof typeof enPages | keyof typeof enPeople | keyof typeof enStudy;
export type Language = "en" | "fr";
type Values = Record<string, string | number>;

/** All words that are known so far. */
export const catalogues: Record<Language, Partial<Record<Key, string>>> = { en: { ...en }, fr: { ...fr } };

/** Add words that came later, with what they are of (`later.ts`). */
export function learnWords(words: typeof catalogues): void {
  Object.assign(catalogues.en, words.en);
  Object.assign(catalogues.fr, words.fr);
}

const preferred: readonly string[] = globalThis.navigator?.languages ?? []; // Node may have none
const browserLanguage = (preferred.find((l) => /^(fr|en)\b/i.test(l))?.slice(0, 2).toLowerCase() ?? "en") as Language;

export const language = (): Language => (settings.language === "auto" ? browserLanguage : settings.language);

/** The text of a key, with `{name}` replaced by values. */
export function t(key: Key, values: Values = {}): string {
  return catalogues[language()][key]!.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}

/** A key in the singular or the plural: `key.one` or `key.other`, by the language's own rule. */
export function tn(key: string, n: number, values: Values = {}): string {
  const form = new Intl.PluralRules(language()).select(n) === "one" ? "one" : "other";
  return t(`${key}.${form}` as Key, { n, ...values });
}

/** Whether a key exists: for names that come from the server (colors, options, reasons). */
export const known = (key: string): key is Key => key in catalogues.en;

/** A server's word in the reader's language, or the word itself. */
export const word = (prefix: string, name: string): string => {
  const key = `${prefix}.${name}`;
  return known(key) ? t(key) : name;
};

/** Numbers with a true minus sign. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : n > 0 ? `+${n}` : "0");
export const points = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);
