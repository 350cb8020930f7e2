/** The keyboard, alone: every way to choose, turn, move and place a piece. Shown on screen by `KeysHelp`. */

import type { Playing } from "./playing";

/** Pieces the color to play still holds and can place somewhere. */
export function playablePieces(game: Playing): number[] {
  const { pieces } = game.board!.data;
  const fits = (piece: number) => pieces[piece].orientations.some((o) => game.legal[o]?.length);
  return pieces.map((_, piece) => piece).filter((piece) => game.position.stock[game.color][piece] && fits(piece));
}

/** The next piece in the tray, from the largest down; an illegal-everywhere one is skipped. */
export function nextPiece(game: Playing, by: 1 | -1): void {
  const pieces = playablePieces(game).reverse();
  if (!pieces.length) return;
  const at = game.hand.piece === undefined ? -1 : pieces.indexOf(game.hand.piece);
  const next = at < 0 ? (by > 0 ? 0 : pieces.length - 1) : (at + by + pieces.length) % pieces.length;
  game.hand.take(pieces[next]);
  game.hand.nextPlace();
  game.hand.down = true;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** With an empty hand, where there are moves to walk through. */
const WALKS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Do what a key says; true if it meant something. */
export function pressKey(game: Playing, key: string, shift: boolean, letters: boolean): boolean {
  const { hand } = game;
  if (game.step && hand.piece === undefined && key in WALKS) {
    game.step(WALKS[key]);
    return true;
  }
  if (!game.board || !(game.myTurn || game.canPlan)) return false;
  if (key in ARROWS) {
    if (hand.piece === undefined) nextPiece(game, 1);
    else hand.step(...ARROWS[key]);
    hand.carried = undefined;
    hand.down = hand.piece !== undefined;
    return true;
  }
  const action = ACTIONS[key] ?? (letters ? LETTERS[key.toLowerCase()] : undefined);
  action?.(game, shift);
  return !!action;
}

type Action = (game: Playing, shift: boolean) => void;

const ACTIONS: Record<string, Action> = {
  Enter: (game) => game.place(),
  Escape: (game) => game.hand.putBack(),
  PageDown: (game) => nextPiece(game, 1),
  PageUp: (game) => nextPiece(game, -1),
};

/** Single letters can be turned off in the settings (they may disturb speech input). */
const LETTERS: Record<string, Action> = {
  r: (game, shift) => game.hand.rotate(!shift),
  f: (game) => game.hand.flip(),
  n: (game, shift) => {
    if (game.hand.piece === undefined) return nextPiece(game, 1);
    game.hand.nextPlace(shift ? -1 : 1);
    game.hand.down = true;
  },
  p: (game, shift) => nextPiece(game, shift ? -1 : 1),
  h: (game) => game.askHint(),
};

/** Every key that `pressKey` and `pressUndo` know. */
export const KEYS = [...Object.keys(ARROWS), ...Object.keys(ACTIONS), ...Object.keys(LETTERS), "z"];

/** Whether an event belongs to a control that has its own use for the key. */
export function isForControl(event: KeyboardEvent, game?: Playing): boolean {
  const target = event.target as Element;
  if (document.querySelector("dialog[open]")) return true; // even when the focus has left it
  if (target.matches("[type=checkbox]")) return event.key === " "; // it has no use for any other
  if (target.closest("input, select, textarea")) return true;
  // The piece that was taken by Enter and brought to the board is placed by Enter.
  const brought = !!game?.hand.placement && !!target.closest("[data-piece][aria-pressed=true]");
  if (brought && event.key === "Enter") return false;
  const onButton = !!target.closest("button, a, summary");
  return onButton && (event.key === "Enter" || event.key === " ");
}

/** Ctrl or Cmd with Z takes back, by whatever way the page has for it. */
export function pressUndo(event: KeyboardEvent, undo: () => void, game?: Playing): void {
  const { ctrlKey, metaKey, shiftKey, altKey, key } = event;
  const meant = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "z";
  if (!meant || isForControl(event, game)) return;
  event.preventDefault();
  undo();
}
