/** Pieces from a list of owners: own pieces never share an edge, so connected cells are one piece. */

export function piecesOf(owners: string, edges: number[][]): { color: number; cells: number[] }[] {
  const seen = new Set<number>();
  const found: { color: number; cells: number[] }[] = [];
  for (let first = 0; first < owners.length; first++) {
    if (owners[first] === "." || seen.has(first)) continue;
    const cells = [first];
    seen.add(first);
    for (const cell of cells)
      for (const other of edges[cell])
        if (owners[other] === owners[first] && !seen.has(other)) {
          seen.add(other);
          cells.push(other);
        }
    found.push({ color: Number(owners[first]), cells });
  }
  return found;
}
