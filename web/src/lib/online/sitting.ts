/** To sit down at a game of the lobby with one press: the wish to sit travels to the game's page. */

import { router } from "../router.svelte";

let wanted = "";

export function sitDown(game: string): void {
  wanted = game;
  router.go(`/g/${game}`);
}

/** Whether somebody came to this game to sit down; true once. */
export function wantsToSit(game: string): boolean {
  const wants = wanted === game;
  if (wants) wanted = "";
  return wants;
}
