/** A game as the beginning of a study. */

import type { Game } from "../game.svelte";
import { t } from "../i18n/index.svelte";
import type { SeatView } from "../protocol.gen";
import { beginStudy } from "./shelf";
import { emptyTree, withMove, type Grown } from "./tree";

/** Its id. The study opens at the move that is looked at. */
export function studyOf(game: Game): string {
  const { log, plies, positions } = game;
  const created = log.created!;
  let grown: Grown = { tree: emptyTree, at: 0 };
  const nodes = [0]; // after so many moves
  const leave = (ply: number) => {
    for (const { player } of log.resigned.filter((gone) => gone.ply === ply)) {
      const gone = { parent: grown.at, color: null, move: null, resigned: player, comment: "", mark: "" as const };
      grown = { tree: [...grown.tree, gone], at: grown.tree.length };
    }
  };
  leave(0);
  plies.forEach(({ move }, i) => {
    grown = withMove(grown.tree, grown.at, positions[i + 1].placed.at(-1)!.color, move);
    nodes.push(grown.at);
    leave(i + 1);
  });
  return beginStudy({
    variant: created.variant,
    options: created.options,
    setup: created.setup,
    to_play: created.to_play,
    info: {},
    players: log.seats.map(nameOf),
    nodes: grown.tree,
    at: nodes[game.ply],
  });
}

/** As others are to read it: nobody is called "you" in a file. */
const nameOf = ({ kind, level, account, name }: SeatView): string =>
  kind === "computer" ? t("seat.computer", { level: level ?? "" }) : account || name;
