/** Scroll a frame, as little as will do, until one of its parts is in sight. Unlike `scrollIntoView` it leaves
 * the page where it is. */
export function bringIntoRow(frame: Element, part: Element | null): void {
  if (!part) return;
  const around = frame.getBoundingClientRect();
  const place = part.getBoundingClientRect();
  frame.scrollLeft += missing(place.left, place.right, around.left, around.right);
  frame.scrollTop += missing(place.top, place.bottom, around.top, around.bottom);
}

/** Whether a part of a frame is in sight from end to end. */
export function isWhole(frame: Element, part: Element): boolean {
  const around = frame.getBoundingClientRect();
  const place = part.getBoundingClientRect();
  return (
    place.left > around.left - 1 && place.right < around.right + 1 && place.top > around.top - 1 && place.bottom < around.bottom + 1
  );
}

/** What opens at the end of a column lies below what is in sight. */
export function bringUp(event: ToggleEvent & { currentTarget: HTMLElement }): void {
  if (event.newState === "open") event.currentTarget.scrollIntoView({ block: "nearest" });
}

/** How far something from `low` to `high` is out of what is seen; what is too large begins in sight. */
function missing(low: number, high: number, from: number, to: number): number {
  if (low < from) return low - from;
  return high > to ? Math.min(high - to, low - from) : 0;
}
