/** The studies that this device keeps, each in a place of its own. */

import { newId } from "../ids";
import type { SeatChoice, StudyFile } from "../protocol.gen";
import { load } from "../settings.svelte";
import type { Tree } from "./tree";

export interface Kept extends Omit<StudyFile, "nodes"> {
  id: string;
  /** The game that it began with, if it was played here. */
  game?: string;
  /** Who plays on from a position of it, if computers do. */
  seats?: SeatChoice[];
  nodes: Tree;
  /** Where one was last. */
  at: number;
  /** When it was last changed: milliseconds since 1970. */
  time: number;
}

const PLACE = "cornerwise.study.";

/** Those that the browser had no room for, or that a private window forbids: they last as long as the page. */
const unkept = new Map<string, Kept>();

const isStudy = (kept: Partial<Kept>): kept is Kept => !!kept.id && !!kept.variant && !!kept.nodes?.length;

export function findStudy(id: string): Kept | undefined {
  const kept = unkept.get(id) ?? load<Partial<Kept>>(PLACE + id, {});
  return isStudy(kept) ? kept : undefined;
}

/** All of them, the latest first. */
export function studies(): Kept[] {
  const ids = new Set(unkept.keys());
  try {
    for (const place of Object.keys(localStorage)) if (place.startsWith(PLACE)) ids.add(place.slice(PLACE.length));
  } catch {
    // a private window may forbid it
  }
  return [...ids].flatMap((id) => findStudy(id) ?? []).sort((a, b) => b.time - a.time);
}

export function keepStudy(study: Kept): void {
  try {
    localStorage.setItem(PLACE + study.id, JSON.stringify(study));
    unkept.delete(study.id);
  } catch {
    unkept.set(study.id, study);
  }
}

/** Whether it is still there when the page was closed. */
export const staysKept = (id: string): boolean => !unkept.has(id);

export function forgetStudy(id: string): void {
  unkept.delete(id);
  try {
    localStorage.removeItem(PLACE + id);
  } catch {
    // nothing was kept
  }
}

/** A new one; its id leads there. None makes way for it: what somebody studied is theirs to delete. */
export function beginStudy(file: Omit<Kept, "id" | "time">): string {
  const study = { ...file, id: newId().slice(0, 12), time: Date.now() };
  keepStudy(study);
  return study.id;
}
