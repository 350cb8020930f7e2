/** Both catalogues whole, and French set as French is set. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { en } from "../src/lib/i18n/en";
import { fr } from "../src/lib/i18n/fr";
import { variantOf } from "./fixtures";

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("every text exists in both languages, with the same values in it", () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en))
    expect([key, holes(fr[key as keyof typeof en])]).toEqual([key, holes(text)]);
});

test("no text is empty or left in the other language", () => {
  const same = Object.entries(en).filter(([key, text]) => fr[key as keyof typeof en] === text && text.length > 12);
  expect(same).toEqual([]);
  for (const text of [...Object.values(en), ...Object.values(fr)]) expect(text.trim()).not.toBe("");
});

test("French has its narrow spaces and its apostrophes", () => {
  for (const text of Object.values(fr)) {
    expect(text).not.toMatch(/[^\u202f\u00a0][;!?»]/);
    expect(text).not.toMatch(/[^\u00a0\d]:/);
    expect(text).not.toMatch(/«[^\u00a0]/);
    expect(text).not.toMatch(/'/);
  }
});

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "i18n" ? [] : sources(path);
    return /\.(svelte|ts)$/.test(name) ? [readFileSync(path, "utf8")] : [];
  });
}

test("every text is used, and every use has a text", () => {
  const code = sources(new URL("../src", import.meta.url).pathname).join("\n");
  const built = [...code.matchAll(/(?:`|")([a-z-]+(?:\.[a-z-]+)*)\.\$\{/g)].map(([, prefix]) => prefix);
  const byWord = [...code.matchAll(/(?:word|tn)\(\s*"([\w.-]+)"/g)].map(([, prefix]) => prefix);
  const prefixes = [...built, ...byWord, "option.start", "option.contact"].map((prefix) => `${prefix}.`);
  const used = (key: string) => code.includes(`"${key}"`) || code.includes(`'${key}'`);
  const unused = Object.keys(en).filter((key) => !used(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
  expect(unused).toEqual([]);
});

test("colors and options of the server's games have words", () => {
  for (const name of ["duo", "classic_2", "trigon_2", "trigon_3"]) {
    const { colors, choices } = variantOf(name);
    for (const color of colors) expect(en).toHaveProperty([`color.${color}`]);
    for (const option of ["start", "contact"])
      for (const value of choices[option]) expect(en).toHaveProperty([`option.${option}.${String(value)}`]);
  }
});
