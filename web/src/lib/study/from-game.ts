/** A game as the beginning of a study. */

import { forkSeats } from "../choice.svelte";
import type { Game } from "../game.svelte";
import { t } from "../i18n/index.svelte";
import type { SeatView } from "../protocol.gen";
import { beginStudy, keepStudy, studies } from "./shelf";
import { emptyTree, withMove, withResignation, type Grown, type Tree } from "./tree";

/** Its id. The study opens at the move that is looked at; who comes back to it finds what they tried before. */
export function studyOf(game: Game): string {
  const { variant, options, setup, to_play } = game.log.created!;
  const known = studies().find((kept) => kept.game === game.id);
  const { tree: nodes, at } = withGame(known?.nodes ?? emptyTree, game);
  if (known) {
    keepStudy({ ...known, nodes, at, time: nodes === known.nodes ? known.time : Date.now() });
    return known.id;
  }
  const seats = forkSeats(game.log.seats, game.link.seats);
  return beginStudy({
    game: game.id,
    seats: seats.some(({ kind }) => kind === "computer") ? seats : undefined,
    variant,
    options,
    setup,
    to_play,
    info: {},
    players: game.log.seats.map(nameOf),
    nodes,
    at,
  });
}

/** A tree with the game's moves, those that it has not; and the node of the move that is looked at. */
function withGame(tree: Tree, { log, plies, positions, ply }: Game): Grown {
  let grown: Grown = { tree, at: 0 };
  const nodes: number[] = []; // after so many moves
  for (let n = 0; n <= plies.length; n++) {
    if (n) grown = withMove(grown.tree, grown.at, positions[n].placed.at(-1)!.color, plies[n - 1].move);
    nodes.push(grown.at);
    for (const gone of log.resigned.filter((gone) => gone.ply === n))
      grown = withResignation(grown.tree, grown.at, gone.player);
  }
  return { tree: grown.tree, at: nodes[ply] };
}

/** As others are to read it: nobody is called "you" in a file. */
const nameOf = ({ kind, level, account, name }: SeatView): string =>
  kind === "computer" ? t("seat.computer", { level: level ?? "" }) : account || name;
