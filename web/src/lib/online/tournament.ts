/** What the page of a tournament offers, and to whom. Pure; the server decides by the same rules. */

import type { TournamentView } from "../protocol.gen";

/** Who takes part now: an entry that has left stays in the view. */
export const present = (view: TournamentView) => view.entrants.filter((each) => !each.is_out);

const takesPart = (view: TournamentView) => present(view).some(({ number }) => number === view.me);

const goesOn = ({ line }: TournamentView) => line.phase === "open" || line.phase === "running";

export const mayLeave = (view: TournamentView) => goesOn(view) && takesPart(view);

/** Once it runs, only who has left can come back. */
export const mayEnter = (view: TournamentView) =>
  goesOn(view) && !takesPart(view) && (view.line.phase === "open" || view.me !== null);

/** How many must have entered. In a duplicate everybody plays against computers: one is enough. */
export const least = ({ line }: TournamentView) => (line.kind === "duplicate" ? 1 : 2);
export const enough = (view: TournamentView) => view.line.entrants >= least(view);
