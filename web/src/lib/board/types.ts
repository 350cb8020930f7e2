/** What a board is made of, as the server tells it. Nothing here knows which game is played. */

export type Point = readonly [number, number];
export type Polygon = readonly Point[];

/** A piece turned some way. Lists are grid offsets from its first cell. */
export interface Orientation {
  /** By itself, x, y, x, y … for each cell. */
  polygons: number[][];
  piece: number;
  /** Kind of the first cell: a triangle moves only to places of its own kind. */
  kind: number;
  cells: number[];
  /** Places forbidden to the color afterwards. */
  halo: number[];
  /** Places where the color may continue. */
  attach: number[];
  /** Places that must not already be the color's. */
  shun: number[];
  /** The orientation after one turn clockwise, as drawn; and after turning over, left for right. */
  clockwise: number;
  flip: number;
}

/** Where colors may begin: cells, and bit sets over them. */
export interface Starts {
  cells: number[];
  /** By color: bit s is set when the color may begin on start s while nobody has begun. */
  open: number[];
  /** color × start × other color: the starts left to the other. */
  leaves: number[][][];
}

/** The tables of one game with its options chosen (a part of the server's `VariantView`). */
export interface BoardData {
  colors: string[];
  /** How many of each piece a color holds. */
  copies: number;
  /** Degrees by which the board can be turned onto itself. */
  turn: number;
  /** Name of each cell. */
  names: string[];
  /** By cell: x, y, x, y … An edge is 1 long, y grows downward. */
  polygons: number[][];
  kinds: number[];
  /** Grid place of each cell: the bounding box with a margin, so that offsets never wrap onto the board. */
  places: number[];
  grid_size: number;
  /** By cell: its edge neighbors. */
  edges: number[][];
  /** `orientations`: the one to show first at the head. */
  pieces: { name: string; size: number; orientations: number[] }[];
  orientations: Orientation[];
  starts: Starts;
}

/** One piece, in one orientation, in one place. */
export interface Placement {
  orientation: number;
  /** Its first cell. */
  home: number;
  cells: number[];
}
