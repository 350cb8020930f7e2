/** Scroll a row sideways, as little as will do, until one of its parts is in sight. Unlike `scrollIntoView`
 * it leaves the page where it is. */
export function bringIntoRow(row: HTMLElement, part: Element | null): void {
  if (!part) return;
  const { left, right } = row.getBoundingClientRect();
  const place = part.getBoundingClientRect();
  if (place.left < left) row.scrollLeft -= left - place.left;
  else if (place.right > right) row.scrollLeft += place.right - right;
}
