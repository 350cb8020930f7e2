/** What the page does when something happens: speak, sound, put the piece away, follow a rematch. */

import { untrack } from "svelte";
import { announcer } from "./announce.svelte";
import { hasBegun } from "./board/position";
import type { Game } from "./game.svelte";
import { t } from "./i18n/index.svelte";
import { nextPiece } from "./keys";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { sound, type Sound } from "./sound";
import { colorName, moveWords, turnWords, verdict } from "./words";

const ring = (name: Sound) => void (settings.sound && sound(name));

/** Call while a component is set up: the effects end with it. */
export function watchGame(game: Game): void {
  let plies = -1;
  let color = -1;
  let passes = -1;
  $effect(() => {
    const now = game.plies.length;
    void game.log.started;
    if (!game.board) return;
    untrack(() => {
      if (plies >= 0 && now > plies) moved(game);
      else if (plies >= 0 && now < plies) announcer.say(t("news.undone"));
      // What somebody tries out while others play stays in the hand.
      if (game.color !== color || game.positions.at(-1)?.placed.at(-1)?.color === color) game.hand.putBack();
      game.hint = undefined;
      plies = now;
      color = game.color;
      begin(game);
    });
  });
  $effect(() => {
    if (!game.looking) untrack(() => begin(game));
  });
  $effect(() => {
    const passed = game.log.passed;
    untrack(() => {
      if (passes >= 0 && passed.length > passes && game.variant) {
        announcer.say(t("news.passed", { color: colorName(game.variant.colors[passed.at(-1)!.color]) }));
        ring("pass");
      }
      passes = passed.length;
    });
  });
  $effect(() => {
    if (game.myTurn && game.plies.length) untrack(() => announcer.say(`${announcer.news} ${turnWords(game)}`));
  });
  $effect(() => {
    if (!game.hinting || game.link.connected) return;
    untrack(() => {
      const { head, tail } = verdict(game);
      announcer.say(`${head} ${tail}`);
    });
  });
  let over: boolean | undefined;
  $effect(() => {
    if (!game.link.joined) return;
    if (game.log.over && over === false) ring("over");
    over = !!game.log.over;
  });
  let rematch: string | undefined | null = null;
  $effect(() => {
    if (!game.link.joined) return;
    const next = game.rematchPath;
    // Who only looks on, and back at earlier moves, has the button.
    const follows = untrack(() => game.link.seats.length > 0 || !game.past);
    if (rematch === undefined && next && follows) router.go(next);
    rematch = next;
  });
}

function moved(game: Game): void {
  announcer.say(moveWords(game, game.plies.length));
  ring("place");
}

/** Before a color's first move a piece is already in the hand: one press and it lies on the board. */
function begin(game: Game): void {
  if (!game.myTurn || game.hand.piece !== undefined || hasBegun(game.position, game.color)) return;
  nextPiece(game, 1);
  game.offered = game.hand.placement;
}
