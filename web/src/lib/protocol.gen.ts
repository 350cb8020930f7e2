// Written by `python -m cornerwise.server.typescript`. Change the Python types instead.

/** Yes to the computers that `seeking` offered. */
export interface AcceptComputers {
  type: "accept_computers";
}

/** It is so. */
export interface Accepted {
  done: boolean;
}

/** One's own account. */
export interface AccountView {
  name: string;
  created: number;
  mail: string | null;
  has_password: boolean;
  is_moderator: boolean;
  passkeys: PasskeyView[];
}

/** The sender has read a moderator's word. */
export interface Acknowledge {
  id: number;
}

/** What a moderator did; nothing is ever taken out of this list. */
export interface ActionView {
  id: number;
  moderator: string;
  person: string;
  label: string;
  kind: "ban" | "close" | "judge" | "lift" | "note" | "silence" | "warn";
  text: string;
  time: number;
  until: number | null;
  about: string;
}

/** What the computer thinks of a position. */
export interface AnalysisView {
  player: number;
  color: number;
  values: number[];
  moves: StudyMove[];
  reasons: ReasonsView;
  simulations: number;
  seconds: number;
  hurried: boolean;
}

/** Agree, or not, for every seat that the sender holds. */
export interface AnswerTakeback {
  type: "answer_takeback";
  game: string;
  id: string;
  seq: number;
  accept: boolean;
}

/** A position to look at, and for how long. */
export interface AskAnalysis {
  variant: string;
  options?: Record<string, unknown>;
  setup?: [number, string][];
  to_play?: number | null;
  history?: (string | number)[];
  seconds?: number;
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
  explain?: boolean;
  reveal?: boolean;
}

/** Send a sign-in link to the proved address of an account. */
export interface AskLink {
  mail: string;
  language?: "en" | "fr";
}

/** An outline that somebody has drawn. */
export interface AskOutline {
  outline: string;
}

/** Begin to make a passkey. */
export interface AskPasskey {
  name?: string;
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

/** Something the sender has blocked or muted. */
export interface BlockView {
  id: number;
  kind: "block" | "mute" | "room";
  label: string;
  game: string;
  time: number;
}

/** It is in the log. */
export interface BotDone {
  seq: number;
}

/** A game as a program sees it: the log, and its own legal moves if it is to play. */
export interface BotGame {
  game: string;
  seats: number[];
  player: number | null;
  moves: string[];
  seq: number;
  events: GameEvent[];
}

/** A move of a program. */
export interface BotPlay {
  id: string;
  seq: number;
  move: string;
}

/** A program gives up. */
export interface BotResign {
  id: string;
  seq: number;
  player: number;
}

/** A program takes a free seat. */
export interface BotSit {
  id: string;
  seq: number;
  player: number;
  name?: string;
  key?: string;
}

/** Ask the computer to play for somebody whom the table waits for and who is not here. */
export interface CallStandIn {
  type: "call_stand_in";
  game: string;
  id: string;
  seq: number;
  player: number;
}

/** Wish it no longer. */
export interface CancelSeek {
  type: "cancel_seek";
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

/** Say something at a game that was joined. Answered by the `chat_line` itself. */
export interface Chat {
  type: "chat";
  game: string;
  id: string;
  text?: string;
  phrase?: "close_game" | "good_game" | "good_luck" | "goodbye" | "have_fun" | "hello" | "i_am_back" | "i_must_go" | "nice_move" | "one_moment" | "oops" | "rematch" | "sorry" | "thanks" | "well_played" | "your_turn" | null;
}

/** What was said at a game, as far as the sender may read it. */
export interface ChatHistory {
  lines: ChatLine[];
  muted: boolean;
  silenced_until: number | null;
}

/** Somebody said something. It is text: whatever looks like markup in it is text too. */
export interface ChatLine {
  type: "chat_line";
  game: string;
  number: number;
  time: number;
  room: "players" | "watchers";
  player: number | null;
  name: string;
  account: string;
  text: string;
  phrase: "close_game" | "good_game" | "good_luck" | "goodbye" | "have_fun" | "hello" | "i_am_back" | "i_must_go" | "nice_move" | "one_moment" | "oops" | "rematch" | "sorry" | "thanks" | "well_played" | "your_turn" | null;
  mine: boolean;
  id: string;
}

/** End the game: only computers are left on the other sides, so who stayed has won. */
export interface Claim {
  type: "claim";
  game: string;
  id: string;
  seq: number;
}

/** Time for each player. Either `initial` and `increment`, or `days`. */
export interface ClockSpec {
  initial?: number;
  increment?: number;
  days?: number;
}

/** Delete the account and all personal data, for good. */
export interface CloseAccount {
  name: string;
  password?: string | null;
}

/** A report is dealt with, or open again. */
export interface CloseReport {
  state?: "closed" | "open";
  text?: string;
}

/** What a level of the computer is worth on the same scale. */
export interface ComputerView {
  level: number;
  rating: number;
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
  private: boolean;
  fill_after: number;
  rated: boolean;
  paired: boolean;
  pair: string | null;
  tournament: string | null;
  seed: number | null;
}

/** A rating over time; the oldest point first. */
export interface Curve {
  variant: string;
  speed: string;
  points: CurvePoint[];
}

/** A rating after a game. */
export interface CurvePoint {
  time: number;
  game: string;
  rating: number;
  deviation: number;
}

/** An action of the sender is in the log, now or since an earlier try. */
export interface Done {
  type: "done";
  game: string;
  id: string;
  seq: number;
}

/** The answer to a `pong`, sent at once: so the server measures the way there and back. */
export interface Echo {
  type: "echo";
  mark: string;
}

/** Follow the lobby. Answered by `lobby`, then by `lobby_changed` as things change. */
export interface EnterLobby {
  type: "enter_lobby";
}

/** Take part, or take part again. */
export interface EnterTournament {
  name?: string;
}

/** One who takes part. */
export interface EntrantView {
  number: number;
  name: string;
  account: string;
  is_out: boolean;
}

/** A message was refused; nothing has changed. */
export interface ErrorMessage {
  type: "error";
  code: "bad_key" | "bad_sign_in" | "banned" | "busy" | "illegal" | "name_taken" | "not_joined" | "not_now" | "not_yours" | "seat_taken" | "sign_in" | "silenced" | "stale" | "too_fast" | "too_large" | "unknown_game" | "unknown_person" | "unreadable";
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

/** Somebody plays far above their rating. For a person to judge; nothing follows by itself. */
export interface FlagView {
  id: number;
  person: string;
  label: string;
  variant: string;
  rating: number;
  games: number;
  moves: number;
  share: number;
  usual: number;
  excess: number;
  evidence: string[];
  time: number;
  state: "confirmed" | "dismissed" | "open";
}

/** A browser that wants no more notices. */
export interface ForgetBrowser {
  endpoint: string;
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

/** What a game did to the ratings. Empty while it runs, and for the first game of a pair. */
export interface GameRatings {
  rated: boolean;
  waits_for_pair: boolean;
  seats: SeatRating[];
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
  clock: ClockSpec | null;
  public: boolean;
  private: boolean;
  rated: boolean;
  fill_at: number | null;
  owners: string;
  scores: number[];
  places: number[];
  created: number;
  changed: number;
}

/** Leave one's seat to the computer, so that the others can play on. */
export interface HandOver {
  type: "hand_over";
  game: string;
  id: string;
  seq: number;
  player: number;
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
  value: number;
  scores: number[];
  line: string[];
  proven: boolean;
  reasons: ReasonsView;
}

/** A record in Pentobi's format. Everybody in it becomes a seat of the sender's. */
export interface ImportGame {
  blksgf: string;
}

/** Somebody with an account is asked to a game. */
export interface Invitation {
  id: string;
  game: string;
  key: string;
  player: number;
  variant: string;
  options: Record<string, unknown>;
  clock: ClockSpec | null;
  rated: boolean;
  sender: string;
  receiver: string;
  state: "declined" | "open";
  time: number;
}

/** All open invitations of the sender, to every page of theirs; again when they change. */
export interface Invitations {
  type: "invitations";
  received: Invitation[];
  sent: Invitation[];
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
  kept: number[];
  key: string;
  time: number;
  clock_since: number | null;
}

/** What a moderator thinks of a flag. */
export interface JudgeFlag {
  state: "confirmed" | "dismissed" | "open";
  text?: string;
}

/** What an attempt is worth. */
export interface JudgementView {
  right: boolean;
  done: boolean;
  message: string;
  refutation: LyingPiece[];
  answer: string[];
}

/** One line of a leaderboard. */
export interface LeaderView {
  place: number;
  name: string;
  rating: number;
  deviation: number;
  games: number;
  is_program: boolean;
}

/** The accounts with the highest ratings, provisional ones left out. */
export interface Leaderboard {
  variant: string;
  speed: string;
  players: LeaderView[];
  total: number;
  me: LeaderView | null;
  computers: ComputerView[];
}

/** Follow a game no longer. The seats stay held. */
export interface Leave {
  type: "leave";
  game: string;
}

/** Follow it no longer. A wish to be paired stays. */
export interface LeaveLobby {
  type: "leave_lobby";
}

/** All of the lobby, as the sender sees it. */
export interface Lobby {
  type: "lobby";
  open: OpenGame[];
  running: RunningGame[];
  running_total: number;
  queues: Queue[];
  people: string[];
  people_total: number;
  guests: number;
}

/** What is different since the last `lobby` or `lobby_changed`. */
export interface LobbyChanged {
  type: "lobby_changed";
  open: OpenGame[];
  running: RunningGame[];
  gone: string[];
  running_total: number;
  queues: Queue[];
  arrived: string[];
  left: string[];
  people_total: number;
  guests: number;
}

/** A piece on the board. */
export interface LyingPiece {
  color: number;
  move: string;
}

/** Who the sender is to the server. */
export interface Me {
  guest: string;
  account: string;
  is_moderator: boolean;
  can_mail: boolean;
  can_passkey: boolean;
}

/** One table of a round. */
export interface MeetingView {
  game: string;
  entrants: (number | null)[];
  over: boolean;
  points: number[];
  scores: number[];
}

/** Ask the thinking computer to play the best move it has found. */
export interface MoveNow {
  type: "move_now";
  game: string;
}

/** What stands between the sender and the others. */
export interface MyManners {
  blocks: BlockView[];
  words: Warned[];
  silenced_until: number | null;
  banned_until: number | null;
}

/** The sender's own ratings; guests have them too. */
export interface MyRatings {
  ratings: RatingView[];
}

/** Warn, silence or ban somebody, lift what was laid upon them, or write a note. */
export interface NewAction {
  person: string;
  kind: "ban" | "lift" | "note" | "silence" | "warn";
  text?: string;
  hours?: number;
  report?: number | null;
}

/** Not to meet somebody (`block`), not to hear them (`mute`), or not to hear a `room`. */
export interface NewBlock {
  kind: "block" | "mute" | "room";
  person?: WhichPerson | null;
  game?: string;
}

/** A browser that wants notices: what `PushSubscription.toJSON()` gives. */
export interface NewBrowser {
  endpoint: string;
  keys: PushKeys;
  expirationTime?: number | null;
}

/** A game to be created. */
export interface NewGame {
  variant: string;
  options?: Record<string, string | number[]>;
  seats: SeatChoice[];
  clock?: ClockSpec | null;
  public?: boolean;
  private?: boolean;
  rated?: boolean;
  paired?: boolean;
  fill_after?: number;
}

/** Ask somebody with an account to a free seat of a game. */
export interface NewInvitation {
  player: number;
  account: string;
}

/** Prove an address: a link goes there. Without an address, have none. */
export interface NewMail {
  mail: string | null;
  password?: string | null;
  language?: "en" | "fr";
}

/** Be called something else from now on. */
export interface NewName {
  name: string;
}

/** A further passkey for one's account. */
export interface NewPasskey {
  passkey: Record<string, unknown>;
  label?: string;
}

/** Change the password, or get a first one; all other devices are signed out. */
export interface NewPassword {
  old?: string | null;
  new: string;
}

/** Tell the moderators. The line or game that `person` names is kept as evidence. */
export interface NewReport {
  person: WhichPerson;
  reason: "chat" | "cheating" | "leaving" | "name" | "other";
  text?: string;
}

/** A token to be made. */
export interface NewToken {
  name: string;
}

/** A tournament to be made. */
export interface NewTournament {
  name: string;
  kind: "duplicate" | "round_robin" | "swiss";
  variant: string;
  options?: Record<string, string | number[]>;
  clock: ClockSpec;
  rounds?: number;
  starts?: number;
  most?: number;
  level?: number;
  rated?: boolean;
  entrant?: string;
}

/** It is done. */
export interface Noted {
  id: number;
}

/** How somebody wants to be told that it is their turn in a game of days. */
export interface NoticeChoices {
  push?: boolean;
  mail?: boolean;
  language?: "en" | "fr";
}

/** What the server knows about it. */
export interface NoticesView {
  push_key: string;
  browsers: number;
  can_mail: boolean;
  choices: NoticeChoices;
}

/** Open a free seat to anybody from the lobby, or close it again; who holds a seat may. */
export interface OfferSeat {
  type: "offer_seat";
  game: string;
  id: string;
  seq: number;
  player: number;
  open: boolean;
}

/** A game with a seat that anybody may take: `join` it, then `sit` without a key. */
export interface OpenGame {
  game: string;
  variant: string;
  options: Record<string, unknown>;
  seats: SeatView[];
  clock: ClockSpec | null;
  rated: boolean;
  public: boolean;
  created: number;
  fill_at: number | null;
}

/** The text of a file in Pentobi's format. */
export interface OpenStudy {
  blksgf: string;
}

/** What a file holds. */
export interface OpenedStudy {
  study: StudyFile;
  left_out: number;
}

/** The pieces that somebody likes to begin with. */
export interface OpeningView {
  variant: string;
  pieces: string[];
  games: number;
  wins: number;
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

/** For `navigator.credentials`, as `parse…OptionsFromJSON` takes it. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

/** A passkey of one's own. */
export interface PasskeyView {
  passkey: string;
  label: string;
  created: number;
  used: number;
}

/** All that moderators know of somebody. */
export interface PersonFile {
  person: string;
  label: string;
  account: string;
  silenced_until: number | null;
  banned_until: number | null;
  reports: ReportView[];
  actions: ActionView[];
  flags: FlagView[];
  lines: ChatLine[];
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
  by: "computer" | "person";
  premove: boolean;
  lag: number;
  clocks: number[] | null;
}

/** A game in a player's list. */
export interface PlayedGame {
  summary: GameSummary;
  player: number;
  place: number;
  points: number;
  speed: string;
  time: number;
  rated: boolean;
  change: number | null;
}

/** A player's finished games, the last first. */
export interface PlayedGames {
  games: PlayedGame[];
  before: number | null;
}

/** A player's page, but for the curve and the games. */
export interface PlayerView {
  name: string;
  since: number;
  is_me: boolean;
  is_program: boolean;
  ratings: RatingView[];
  results: VariantResults[];
  openings: OpeningView[];
}

/** The answer to `ping`. The page answers with `echo` at once, so that lag can be measured. */
export interface Pong {
  type: "pong";
  id: string;
  time: number;
  mark: string;
}

/** Moves for a color's next turn: the first that is legal then is played at once. */
export interface Premove {
  type: "premove";
  game: string;
  id: string;
  seq: number;
  player: number;
  color: number;
  moves: string[];
}

/** What the server keeps for one color's next turn. */
export interface PremoveList {
  player: number;
  color: number;
  moves: string[];
}

/** All lists of the seats that the receiver holds: after `joined` and after each change. */
export interface Premoves {
  type: "premoves";
  game: string;
  lists: PremoveList[];
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

/** The two keys of a browser's subscription, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
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
  forms: ("colored" | "plain" | "touching")[];
  form: "colored" | "plain" | "touching";
}

/** One puzzle with all that is needed to draw its board and its pieces. */
export interface PuzzleView {
  puzzle: PuzzleSummary;
  variant: VariantView;
}

/** People who wish to be paired for the same game. */
export interface Queue {
  variant: string;
  clock: ClockSpec | null;
  rated: boolean;
  paired: boolean;
  players: number;
  waiting: number;
}

/** A rating in one variant at one speed. */
export interface RatingView {
  variant: string;
  speed: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  changed: number;
}

/** The server can take people. */
export interface Ready {
  ready: boolean;
}

/** Why a move is good, for the page to put into words. */
export interface ReasonsView {
  cells: number;
  largest: boolean;
  gains: string[];
  blocks: Record<string, string[]>;
  moves_before: Record<string, number>;
  moves_after: Record<string, number>;
  toward_middle: boolean;
  ways_out: number;
  last_piece: boolean;
}

/** A new game with the same people, each one seat further. */
export interface Rematch {
  kind: "rematch";
  seq: number;
  time: number;
  game: string;
}

/** A private game has a rematch: told to all who follow it, before the event that says so. */
export interface RematchKey {
  type: "rematch_key";
  game: string;
  key: string;
}

/** A report, with its evidence. */
export interface ReportView {
  id: number;
  person: string;
  label: string;
  reporter: string;
  reason: "chat" | "cheating" | "leaving" | "name" | "other";
  text: string;
  game: string;
  line: number | null;
  evidence: ChatLine[];
  time: number;
  state: "closed" | "open";
}

/** Give up. */
export interface Resign {
  type: "resign";
  game: string;
  id: string;
  seq: number;
  player: number;
}

/** A player gave up, the clock ran out, or who left was given up by who stayed. */
export interface Resigned {
  kind: "resigned";
  seq: number;
  time: number;
  player: number;
  reason: "left" | "resigned" | "time";
  clocks: number[] | null;
}

/** Take one's seat again from the computer. */
export interface Return {
  type: "return";
  game: string;
  id: string;
  seq: number;
  player: number;
}

/** The person plays again. (A move whose time had run out is still the computer's.) */
export interface Returned {
  kind: "returned";
  seq: number;
  time: number;
  player: number;
  clocks: number[] | null;
}

/** A move of a finished game, and the best one there. */
export interface ReviewedMove {
  ply: number;
  player: number;
  color: number;
  forced: boolean;
  values: number[];
  lost: number;
  points_lost: number;
  best: string;
  proven: boolean;
  reasons: ReasonsView | null;
  played: ReasonsView | null;
}

/** One round. */
export interface RoundView {
  number: number;
  meetings: MeetingView[];
}

/** A public game that is being played: `join` it to watch. */
export interface RunningGame {
  game: string;
  variant: string;
  options: Record<string, unknown>;
  seats: SeatView[];
  clock: ClockSpec | null;
  rated: boolean;
  created: number;
  watchers: number;
}

/** Somebody took a free seat, or a computer was put there. */
export interface Sat {
  kind: "sat";
  seq: number;
  time: number;
  player: number;
  seat: SeatView;
}

/** A study as the text of a file in Pentobi's format. */
export interface SavedStudy {
  blksgf: string;
}

/** Who shall sit on a seat of a new game. */
export interface SeatChoice {
  kind: "computer" | "here" | "invite" | "link" | "me" | "open";
  name?: string;
  level?: number | null;
}

/** What a game did to the rating of who sat on a seat. */
export interface SeatRating {
  player: number;
  rating: number;
  deviation: number;
  provisional: boolean;
  change: number;
}

/** How somebody did on a seat. */
export interface SeatResults {
  player: number;
  games: number;
  wins: number;
  points: number;
}

/** A seat as everybody may see it. Who holds it is the server's secret. */
export interface SeatView {
  kind: "computer" | "free" | "person";
  name: string;
  level: number | null;
  account: string;
  open: boolean;
}

/** The sender's own seats have changed. */
export interface Seats {
  type: "seats";
  game: string;
  seats: number[];
  key: string;
}

/** Wish to be paired now. One wish a person: a new one takes the place of the old. */
export interface Seek {
  type: "seek";
  id: string;
  variant: string;
  clock?: ClockSpec | null;
  rated?: boolean;
  paired?: boolean;
  name?: string;
  computers_after?: number;
}

/** How the sender's wish stands; sent whenever that changes, and after a reconnection. */
export interface Seeking {
  type: "seeking";
  id: string;
  state: "ended" | "found" | "waiting";
  variant: string;
  clock: ClockSpec | null;
  rated: boolean;
  paired: boolean;
  since: number;
  waiting: number;
  players: number;
  offers_computers: boolean;
  game: string;
}

/** Where one is signed in, the last used first. */
export interface SessionList {
  sessions: SessionView[];
}

/** A device that is signed in. */
export interface SessionView {
  session: string;
  label: string;
  created: number;
  used: number;
  is_this: boolean;
}

/** Players who add their scores, and the colors that count for them. */
export interface SideView {
  players: number[];
  colors: number[];
}

/** By name and password. */
export interface SignIn {
  name: string;
  password: string;
}

/** The browser's answer to `/api/sign-in/passkey/options`, as JSON. */
export interface SignInByPasskey {
  passkey: Record<string, unknown>;
}

/** A new account, by password or by passkey; what the device's guest has goes along. */
export interface SignUp {
  name: string;
  password?: string | null;
  passkey?: Record<string, unknown> | null;
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

/** The computer plays on for a person, who keeps the seat and may return. */
export interface StandIn {
  kind: "stand_in";
  seq: number;
  time: number;
  player: number;
  level: number;
  reason: "asked" | "handed" | "left" | "time";
  clocks: number[] | null;
}

/** A line of the table of results. */
export interface StandingView {
  place: number;
  entrant: number;
  score: number;
  games: number;
  buchholz: number;
  sonneborn: number;
  points: number;
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

/** A game with all its variations. */
export interface StudyFile {
  variant: string;
  options: Record<string, unknown>;
  setup: [number, string][];
  to_play: number | null;
  players: string[];
  info: Record<string, string>;
  nodes: StudyNode[];
}

/** One move as the computer sees it. */
export interface StudyMove {
  move: string;
  share: number;
  values: number[];
  scores: number[];
  proven: boolean;
  line: string[];
}

/** A move or a resignation in a tree; the first is the beginning, in which nothing happens. */
export interface StudyNode {
  parent: number;
  color: number | null;
  move: string | null;
  resigned: number | null;
  comment: string;
  mark: "" | "bad" | "doubtful" | "good" | "interesting" | "very bad" | "very good";
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

/** The sender's tokens. */
export interface TokenList {
  tokens: TokenView[];
}

/** A new token. It is shown this once. */
export interface TokenMade {
  token: string;
  view: TokenView;
}

/** A token as it is listed: never the secret itself. */
export interface TokenView {
  id: string;
  name: string;
  created: number;
  used: number;
}

/** A tournament in a list. */
export interface TournamentLine {
  id: string;
  name: string;
  kind: "duplicate" | "round_robin" | "swiss";
  variant: string;
  clock: ClockSpec;
  phase: "canceled" | "open" | "over" | "running";
  round: number;
  rounds: number;
  starts: number;
  created: number;
  entrants: number;
  rated: boolean;
}

/** Tournaments, those that can still be entered first. */
export interface TournamentList {
  tournaments: TournamentLine[];
}

/** A tournament with everything. */
export interface TournamentView {
  line: TournamentLine;
  options: Record<string, string | number[]>;
  level: number;
  most: number;
  is_maker: boolean;
  me: number | null;
  my_game: string;
  entrants: EntrantView[];
  standings: StandingView[];
  rounds: RoundView[];
}

/** Moves were taken back (resignations after them too). */
export interface Undone {
  kind: "undone";
  seq: number;
  time: number;
  ply: number;
  clocks: number[] | null;
}

/** What stood behind `#` in a link from a mail. */
export interface UseTicket {
  token: string;
}

/** How somebody did in a variant, rated or not. */
export interface VariantResults {
  variant: string;
  games: number;
  wins: number;
  seats: SeatResults[];
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

/** A moderator's word to the sender, sent to all their pages and at each connection until */
export interface Warned {
  type: "warned";
  id: number;
  kind: "ban" | "lift" | "silence" | "warn";
  text: string;
  time: number;
  until: number | null;
}

/** Somebody, by the name of the account, by a seat of a game, or by a line of its chat. */
export interface WhichPerson {
  account?: string;
  game?: string;
  player?: number | null;
  line?: number | null;
}

export type GameEvent =
  | Created
  | Sat
  | Started
  | Played
  | Passed
  | Resigned
  | StandIn
  | Returned
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
  | AskHint
  | Echo
  | Premove
  | Return
  | HandOver
  | CallStandIn
  | Claim
  | EnterLobby
  | LeaveLobby
  | Seek
  | CancelSeek
  | AcceptComputers
  | OfferSeat
  | Chat;

export type ServerMessage =
  | Joined
  | Events
  | Seats
  | RematchKey
  | Done
  | Thinking
  | Presence
  | Hint
  | Pong
  | ErrorMessage
  | Premoves
  | Lobby
  | LobbyChanged
  | Seeking
  | Invitations
  | ChatLine
  | Warned;
