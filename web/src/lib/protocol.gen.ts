// Written by `python -m cornerwise.server.typescript`. Change the Python types instead.

/** Agree, or not, for every seat that the sender holds. */
export interface AnswerTakeback {
  type: "answer_takeback";
  game: string;
  id: string;
  seq: number;
  accept: boolean;
}

/** Ask the computer for a good move; only for who is to play. Answered by `hint`. */
export interface AskHint {
  type: "ask_hint";
  game: string;
  id: string;
}

/** An attempt at a challenge. */
export interface AskJudge {
  moves?: string[];
  reveal?: boolean;
}

/** An outline that somebody has drawn. */
export interface AskOutline {
  outline: string;
}

/** A new game with the same people, each one seat further. The first to ask makes it. */
export interface AskRematch {
  type: "ask_rematch";
  game: string;
  id: string;
  seq: number;
}

/** What lies on the board, and what is asked about it. */
export interface AskSolver {
  want: "check" | "hint" | "solve";
  pieces?: LyingPiece[];
}

/** Ask for a player's last move (and all after it) to be undone. */
export interface AskTakeback {
  type: "ask_takeback";
  game: string;
  id: string;
  seq: number;
  player: number;
}

/** One question about a position. The answer stays on the server. */
export interface ChallengeView {
  name: string;
  kind: "block" | "only-move" | "place-all";
  difficulty: "easy" | "hard" | "medium";
  question: Record<string, string>;
  variant: string;
  setup: LyingPiece[];
  color: number;
  moves: number;
}

/** Time for each player. Either `initial` and `increment`, or `days`. */
export interface ClockSpec {
  initial?: number;
  increment?: number;
  days?: number;
}

/** The first event: which game it is, and who sits where. */
export interface Created {
  kind: "created";
  seq: number;
  time: number;
  variant: string;
  options: Record<string, unknown>;
  seats: SeatView[];
  clock: ClockSpec | null;
  setup: [number, string][];
  to_play: number | null;
  opening: string[];
  origin: string | null;
  public: boolean;
  rated: boolean;
  paired: boolean;
  pair: string | null;
  tournament: string | null;
  seed: number | null;
}

/** An action of the sender is in the log, now or since an earlier try. */
export interface Done {
  type: "done";
  game: string;
  id: string;
  seq: number;
}

/** A message was refused; nothing has changed. */
export interface ErrorMessage {
  type: "error";
  code: "bad_key" | "bad_sign_in" | "busy" | "illegal" | "name_taken" | "not_joined" | "not_now" | "not_yours" | "seat_taken" | "sign_in" | "stale" | "too_fast" | "too_large" | "unknown_game" | "unreadable";
  message: string;
  game: string;
  id: string;
  seq: number | null;
  reason: string | null;
  rule: string | null;
  cell: string | null;
}

/** New events, in order and already safe on disk. A gap in `seq` means: join again. */
export interface Events {
  type: "events";
  game: string;
  events: GameEvent[];
}

/** Put a computer on a free seat; anyone who holds a seat may. */
export interface Fill {
  type: "fill";
  game: string;
  id: string;
  seq: number;
  player: number;
  level: number;
}

/** Play on from a position of a game: seats as for a new game. */
export interface ForkGame {
  ply: number;
  seats: SeatChoice[];
  clock?: ClockSpec | null;
}

/** The sender's own games, the last changed first. */
export interface GameList {
  unfinished: GameSummary[];
  finished: GameSummary[];
}

/** A game was created. */
export interface GameMade {
  game: string;
  key: string;
  seats: number[];
}

/** One game with its whole log. */
export interface GameRecord {
  summary: GameSummary;
  events: GameEvent[];
}

/** A game in a list, with enough to draw it small. */
export interface GameSummary {
  game: string;
  variant: string;
  options: Record<string, unknown>;
  seats: SeatView[];
  mine: number[];
  state: "over" | "playing" | "waiting";
  to_play: number | null;
  player: number | null;
  ply: number;
  owners: string;
  scores: number[];
  places: number[];
  created: number;
  changed: number;
}

/** The server runs. */
export interface Health {
  version: string;
  games: number;
  sockets: number;
  workers: number;
  actions: number;
  p50_ms: number;
  p99_ms: number;
}

/** A good move, to the one who asked. */
export interface Hint {
  type: "hint";
  game: string;
  id: string;
  seq: number;
  move: string;
}

/** A record in Pentobi's format. Everybody in it becomes a seat of the sender's. */
export interface ImportGame {
  blksgf: string;
}

/** Follow a game from after an event; 0 for all of it. Also after a lost connection. */
export interface Join {
  type: "join";
  game: string;
  seq?: number;
  key?: string;
}

/** The answer to `join`: who the sender is here, and every event after the given one. */
export interface Joined {
  type: "joined";
  game: string;
  events: GameEvent[];
  seq: number;
  seats: number[];
  key: string;
  time: number;
  clock_since: number | null;
}

/** What an attempt is worth. */
export interface JudgementView {
  right: boolean;
  done: boolean;
  message: string;
  answer: string[];
}

/** Follow a game no longer. The seats stay held. */
export interface Leave {
  type: "leave";
  game: string;
}

/** A piece on the board. */
export interface LyingPiece {
  color: number;
  move: string;
}

/** Who the sender is to the server. */
export interface Me {
  guest: string;
}

/** Ask the thinking computer to play the best move it has found. */
export interface MoveNow {
  type: "move_now";
  game: string;
}

/** A game to be created. */
export interface NewGame {
  variant: string;
  options?: Record<string, string | number[]>;
  seats: SeatChoice[];
  clock?: ClockSpec | null;
}

/** A piece turned some way. Offsets are added to the grid place of its first cell. */
export interface OrientationView {
  piece: number;
  cells: number[];
  kind: number;
  halo: number[];
  attach: number[];
  shun: number[];
  polygons: number[][];
  width: number;
  height: number;
  clockwise: number;
  counterclockwise: number;
  flip: number;
}

/** A piece of a solution, in columns and rows from the upper left of the outline. */
export interface OutlinePiece {
  color: string;
  cells: number[][];
}

/** Whether an outline can be filled. */
export interface OutlineVerdict {
  answer: "no" | "unknown" | "yes";
  reason: string;
  message: string;
  colors: number;
  left_over: number;
  pieces: OutlinePiece[];
}

/** No color can move any more. */
export interface Over {
  kind: "over";
  seq: number;
  time: number;
  scores: number[];
  points: number[];
  places: number[];
  single_last: boolean[];
}

/** A color has no move left and is passed over from now on (R4.1). */
export interface Passed {
  kind: "passed";
  seq: number;
  time: number;
  color: number;
}

/** A piece: its name, its size in cells, its distinct orientations. */
export interface PieceView {
  name: string;
  size: number;
  orientations: number[];
}

/** Is anybody there? Answered by `pong`. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** Place a piece of the color to play. */
export interface Play {
  type: "play";
  game: string;
  id: string;
  seq: number;
  move: string;
}

/** A color placed a piece. */
export interface Played {
  kind: "played";
  seq: number;
  time: number;
  color: number;
  player: number;
  move: string;
  ply: number;
  id: string;
  clocks: number[] | null;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  id: string;
  time: number;
}

/** Who is connected just now. */
export interface Presence {
  type: "presence";
  game: string;
  players: number[];
  watchers: number;
}

/** Why a request was refused; nothing has changed. */
export interface Problem {
  code: string;
  message: string;
}

/** One puzzle in the list, with a drawing. */
export interface PuzzleSummary {
  name: string;
  title: Record<string, string>;
  task: Record<string, string>;
  kind: "packing" | "play";
  descending: boolean;
  figure: boolean;
  difficulty: string;
  cells: number;
  pieces: number;
  outline: string;
}

/** One puzzle with all that is needed to draw its board and its pieces. */
export interface PuzzleView {
  puzzle: PuzzleSummary;
  variant: VariantView;
}

/** A new game with the same people, each one seat further. */
export interface Rematch {
  kind: "rematch";
  seq: number;
  time: number;
  game: string;
}

/** Give up. */
export interface Resign {
  type: "resign";
  game: string;
  id: string;
  seq: number;
  player: number;
}

/** A player gave up, or the clock ran out. */
export interface Resigned {
  kind: "resigned";
  seq: number;
  time: number;
  player: number;
  reason: "resigned" | "time";
  clocks: number[] | null;
}

/** Somebody took a free seat, or a computer was put there. */
export interface Sat {
  kind: "sat";
  seq: number;
  time: number;
  player: number;
  seat: SeatView;
}

/** Who shall sit on a seat of a new game. */
export interface SeatChoice {
  kind: "computer" | "here" | "link" | "me";
  name?: string;
  level?: number | null;
}

/** A seat as everybody may see it. Who holds it is the server's secret. */
export interface SeatView {
  kind: "computer" | "free" | "person";
  name: string;
  level: number | null;
  account: string;
}

/** The sender's own seats have changed. */
export interface Seats {
  type: "seats";
  game: string;
  seats: number[];
  key: string;
}

/** Players who add their scores, and the colors that count for them. */
export interface SideView {
  players: number[];
  colors: number[];
}

/** Take a free seat (the key of the join link is needed), or rename one's own. */
export interface Sit {
  type: "sit";
  game: string;
  id: string;
  seq: number;
  player: number;
  name?: string;
  key?: string;
}

/** Whether a position can be completed, and how. */
export interface SolverAnswer {
  answer: "no" | "unknown" | "yes";
  reason: string;
  moves: LyingPiece[];
}

/** Where colors may begin, as sets of start cells (bit s: start cell number s). */
export interface StartView {
  cells: number[];
  open: number[];
  leaves: number[][][];
}

/** Every seat is taken: the first clock runs. */
export interface Started {
  kind: "started";
  seq: number;
  time: number;
  clocks: number[] | null;
}

/** One of the players asked has answered. A no ends the request. */
export interface TakebackAnswered {
  kind: "takeback_answered";
  seq: number;
  time: number;
  player: number;
  accept: boolean;
}

/** A player would like the last own move back. */
export interface TakebackAsked {
  kind: "takeback_asked";
  seq: number;
  time: number;
  player: number;
  ply: number;
  waiting: number[];
}

/** The computer has begun to think. It ends with its `played`. */
export interface Thinking {
  type: "thinking";
  game: string;
  player: number;
  level: number;
  since: number;
}

/** Moves were taken back (resignations after them too). */
export interface Undone {
  kind: "undone";
  seq: number;
  time: number;
  ply: number;
  clocks: number[] | null;
}

/** One line of the catalogue. */
export interface VariantSummary {
  name: string;
  title: Record<string, string>;
  players: number;
  colors: string[];
  controllers: number[][];
  sides: SideView[];
  options: Record<string, unknown>;
  choices: Record<string, unknown[]>;
  layout: string;
}

/** All that a page needs to draw a game, to hit-test, and to know which moves are legal. */
export interface VariantView {
  name: string;
  title: Record<string, string>;
  players: number;
  colors: string[];
  controllers: number[][];
  sides: SideView[];
  options: Record<string, unknown>;
  choices: Record<string, unknown[]>;
  copies: number;
  bonus: [number, number];
  single: number;
  width: number;
  height: number;
  turn: number;
  names: string[];
  polygons: number[][];
  places: number[];
  kinds: number[];
  edges: number[][];
  grid_size: number;
  pieces: PieceView[];
  orientations: OrientationView[];
  starts: StartView;
}

export type GameEvent =
  | Created
  | Sat
  | Started
  | Played
  | Passed
  | Resigned
  | TakebackAsked
  | TakebackAnswered
  | Undone
  | Over
  | Rematch;

export type ClientMessage =
  | Join
  | Leave
  | Ping
  | Sit
  | Fill
  | Play
  | Resign
  | AskTakeback
  | AnswerTakeback
  | AskRematch
  | MoveNow
  | AskHint;

export type ServerMessage =
  | Joined
  | Events
  | Seats
  | Done
  | Thinking
  | Presence
  | Hint
  | Pong
  | ErrorMessage;
