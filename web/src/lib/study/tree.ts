/**
 * The moves of a study: a tree, as the list of its nodes, parents before children. A node is known by its
 * number. 0 is the beginning; of several children the first is the main line. Values: changing gives a new one.
 */

import type { StudyNode } from "../protocol.gen";

export type Tree = readonly StudyNode[];

const BARE = { color: null, move: null, resigned: null, comment: "", mark: "" } as const;

export const emptyTree: Tree = [{ parent: -1, ...BARE }];

/** Made once for a tree, since a page with thousands of moves asks for every one of them. */
const families = new WeakMap<Tree, number[][]>();

function familiesOf(tree: Tree): number[][] {
  const children: number[][] = tree.map(() => []);
  tree.forEach(({ parent }, node) => children[parent]?.push(node));
  families.set(tree, children);
  return children;
}

export const childrenOf = (tree: Tree, at: number): readonly number[] => (families.get(tree) ?? familiesOf(tree))[at];

/** From the beginning to a node. */
export function pathTo(tree: Tree, at: number): number[] {
  const path: number[] = [];
  for (let node = at; node >= 0; node = tree[node].parent) path.push(node);
  return path.reverse();
}

/** Where a node's line leads in another tree, as far as the same moves are there. */
export function sameNode(tree: Tree, at: number, other: Tree): number {
  let found = 0;
  for (const node of pathTo(tree, at).slice(1)) {
    const next = childrenOf(other, found).find((child) => isSame(other[child], tree[node]));
    if (next === undefined) break;
    found = next;
  }
  return found;
}

/** The last node of the main line that goes on from one. */
export function endFrom(tree: Tree, at: number): number {
  const [first] = childrenOf(tree, at);
  return first === undefined ? at : endFrom(tree, first);
}

/** A tree changed, and where the node that matters is now. */
export interface Grown {
  tree: Tree;
  at: number;
}

const isSame = (a: StudyNode, b: StudyNode): boolean =>
  a.color === b.color && a.move === b.move && a.resigned === b.resigned;

/** What happens after a node: what is there already, or something new behind the others. */
function withNode(tree: Tree, node: StudyNode): Grown {
  const known = childrenOf(tree, node.parent).find((child) => isSame(tree[child], node));
  return known === undefined ? { tree: [...tree, node], at: tree.length } : { tree, at: known };
}
export const withMove = (tree: Tree, at: number, color: number, move: string): Grown =>
  withNode(tree, { ...BARE, parent: at, color, move });
export const withResignation = (tree: Tree, at: number, player: number): Grown =>
  withNode(tree, { ...BARE, parent: at, resigned: player });

/** What is said of a node. */
export const withWords = (tree: Tree, at: number, words: Partial<Pick<StudyNode, "comment" | "mark">>): Tree =>
  tree.map((node, i) => (i === at ? { ...node, ...words } : node));

/** A node and all that follows taken away. */
export function without(tree: Tree, at: number): Grown {
  const gone = new Set<number>([at]);
  tree.forEach(({ parent }, node) => gone.has(parent) && gone.add(node));
  return arranged(tree, tree[at].parent, (children) => children.filter((child) => !gone.has(child)));
}

/** Whether a node lies on a variation, and not on the main line. */
export const isVariation = (tree: Tree, at: number): boolean =>
  pathTo(tree, at).some((node) => node && childrenOf(tree, tree[node].parent)[0] !== node);

/** The line of a node made the main line. */
export function promoted(tree: Tree, at: number): Grown {
  const path = new Set(pathTo(tree, at));
  return arranged(tree, at, (children) => [...children].sort((a, b) => Number(path.has(b)) - Number(path.has(a))));
}

/** The tree with the children of every node in another order, or fewer of them; `at` is followed. */
function arranged(tree: Tree, at: number, order: (children: readonly number[]) => number[]): Grown {
  const next: StudyNode[] = [];
  const place = new Map<number, number>();
  const visit = (node: number, parent: number): void => {
    place.set(node, next.length);
    next.push({ ...tree[node], parent });
    const here = place.get(node)!;
    for (const child of order(childrenOf(tree, node))) visit(child, here);
  };
  visit(0, -1);
  return { tree: next, at: place.get(at)! };
}
