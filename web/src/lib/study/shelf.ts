/** The studies that this device keeps, each in a place of its own. */

import { newId } from "../ids";
import type { StudyFile } from "../protocol.gen";
import { load, save } from "../settings.svelte";
import type { Tree } from "./tree";

export interface Kept extends Omit<StudyFile, "nodes"> {
  id: string;
  nodes: Tree;
  /** Where one was last. */
  at: number;
  /** When it was last changed: milliseconds since 1970. */
  time: number;
}

const PLACE = "cornerwise.study.";
/** Some tens of kilobytes each at most; browsers keep five megabytes. */
const MOST = 40;

const isStudy = (kept: Partial<Kept>): kept is Kept => !!kept.id && !!kept.variant && !!kept.nodes?.length;

export function findStudy(id: string): Kept | undefined {
  const kept = load<Partial<Kept>>(PLACE + id, {});
  return isStudy(kept) ? kept : undefined;
}

/** All of them, the latest first. */
export function studies(): Kept[] {
  let places: string[] = [];
  try {
    places = Object.keys(localStorage).filter((place) => place.startsWith(PLACE));
  } catch {
    // a private window may forbid it
  }
  const found = places.flatMap((place) => findStudy(place.slice(PLACE.length)) ?? []);
  return found.sort((a, b) => b.time - a.time);
}

export const keepStudy = (study: Kept): void => save(PLACE + study.id, study);

export function forgetStudy(id: string): void {
  try {
    localStorage.removeItem(PLACE + id);
  } catch {
    // nothing was kept
  }
}

/** A new one; its id leads there. Where there is no room the oldest one goes. */
export function beginStudy(file: Omit<Kept, "id" | "time">): string {
  const study = { ...file, id: newId().slice(0, 12), time: Date.now() };
  for (const { id } of studies().slice(MOST - 1)) forgetStudy(id);
  keepStudy(study);
  return study.id;
}
