/** The list of keys tells every key there is, and none that there is not. */

import { expect, test } from "vitest";
import { KEYS } from "../src/lib/keys";
import { SHORTCUTS } from "../src/lib/keylist";

test("every key that the board knows stands in the list", () => {
  const [playing] = SHORTCUTS;
  expect(playing.keys.flatMap(({ pressed }) => pressed).sort()).toEqual([...KEYS].sort());
});

test("keys of one letter or sign can be told from the others", () => {
  for (const { keys } of SHORTCUTS)
    for (const { pressed, letter } of keys) {
      const single = pressed.every((key) => key.length === 1 && key !== " " && key !== "z");
      expect([pressed, !!letter]).toEqual([pressed, single]);
    }
});
