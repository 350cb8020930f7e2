/** The only file that talks to the network: HTTP requests, and one socket that never gives up. */

import type {
  AnalysisView,
  AskAnalysis,
  AskJudge,
  AskSolver,
  ChallengeView,
  ClientMessage,
  ForkGame,
  GameList,
  GameMade,
  JudgementView,
  NewGame,
  OpenedStudy,
  OutlineVerdict,
  Problem,
  PuzzleSummary,
  PuzzleView,
  ReviewedMove,
  ServerMessage,
  SolverAnswer,
  StudyFile,
  VariantSummary,
  VariantView,
} from "./protocol.gen";

/** The server said no, in a way the page can put into words. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Only the server knows that there is none; while it does not answer, it is asked again. */
export const isMissing = (error: unknown) => error instanceof Refused && error.problem.code === "unknown_game";

interface Asking {
  signal?: AbortSignal;
  verb?: "DELETE" | "PUT";
  /** Of the link to a game that may be private. */
  key?: string;
}

const shown = (key?: string) => (key ? { "cornerwise-key": key } : undefined);

/** A question to the server; with a body it is a POST unless another verb is named. */
export async function ask<T>(path: string, body?: unknown, { signal, verb, key }: Asking = {}): Promise<T> {
  const method = verb ?? (body === undefined ? "GET" : "POST");
  const init = { method, body: body === undefined ? undefined : JSON.stringify(body), signal };
  const answer = await fetch(`/api${path}`, { ...init, headers: { "content-type": "application/json", ...shown(key) } });
  const data = await answer.json();
  if (!answer.ok) throw new Refused(data as Problem);
  return data as T;
}

const kept = new Map<string, Promise<unknown>>();

/** Answers that never change while the server runs are asked for once. */
function askOnce<T>(path: string): Promise<T> {
  const known = kept.get(path) as Promise<T> | undefined;
  if (known) return known;
  const answer = ask<T>(path);
  kept.set(path, answer);
  answer.catch(() => kept.delete(path));
  return answer;
}

export const catalogue = () => askOnce<VariantSummary[]>("/variants");

export function variant(name: string, options: Record<string, unknown> = {}): Promise<VariantView> {
  const query = new URLSearchParams(Object.entries(options).map(([k, v]) => [k, String(v)]));
  return askOnce<VariantView>(`/variants/${name}${query.size ? `?${query}` : ""}`);
}

export const myGames = () => ask<GameList>("/games");
export const makeGame = (game: NewGame) => ask<GameMade>("/games", game);
export const forkGame = (game: string, fork: ForkGame, key: string) => ask<GameMade>(`/games/${game}/fork`, fork, { key });
export const reviewMove = (game: string, ply: number, key: string, signal: AbortSignal) =>
  ask<ReviewedMove>(`/games/${game}/review?ply=${ply}`, undefined, { key, signal });
export const importGame = (blksgf: string) => ask<GameMade>("/import", { blksgf });

export const analyse = (question: AskAnalysis, signal: AbortSignal) =>
  ask<AnalysisView>("/study/analysis", question, { signal });
export const openStudy = (blksgf: string) => ask<OpenedStudy>("/study/open", { blksgf });
export const saveStudy = (file: StudyFile) => ask<{ blksgf: string }>("/study/save", file);

export const puzzles = () => askOnce<PuzzleSummary[]>("/puzzles");
export const puzzle = (name: string) => askOnce<PuzzleView>(`/puzzles/${encodeURIComponent(name)}`);
/** The puzzle of a drawing: its name is the drawing. */
export const drawnPuzzle = (name: string) => ask<PuzzleView>(`/puzzles/outlines/${encodeURIComponent(name)}`);
export const askSolver = (name: string, question: AskSolver, signal: AbortSignal) =>
  ask<SolverAnswer>(`/puzzles/${encodeURIComponent(name)}/help`, question, { signal });
export const checkOutline = (outline: string, signal: AbortSignal) =>
  ask<OutlineVerdict>("/puzzles/outlines/check", { outline }, { signal });
export const challengeOf = (day: string) => ask<ChallengeView>(`/puzzles/challenges/today?date=${day}`);
export const endlessChallenge = (difficulty: string, number: number) =>
  ask<ChallengeView>(`/puzzles/challenges/${difficulty}?number=${number}`);
export const judge = (name: string, attempt: AskJudge) =>
  ask<JudgementView>(`/puzzles/challenges/${encodeURIComponent(name)}/judge`, attempt);

export type RecordFormat = "blksgf" | "json" | "svg" | "png" | "gif";
export const recordPath = (game: string, format: RecordFormat) => `/api/games/${game}/record.${format}`;

/** The same file for who may read the game by the key of its link only: an address carries none. */
export async function recordFile(game: string, format: RecordFormat, key: string): Promise<Blob> {
  const answer = await fetch(recordPath(game, format), { headers: shown(key) });
  if (!answer.ok) throw new Refused((await answer.json()) as Problem);
  return answer.blob();
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const SILENCE = 20000;

/** One socket. It comes back by itself, waiting twice as long each time; who listens joins again then. */
export class Socket {
  private socket?: WebSocket;
  private wait = FIRST_WAIT;
  private timer = 0;
  private closed = false;

  constructor(
    private readonly heard: (message: ServerMessage) => void,
    private readonly opened: (open: boolean) => void,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.probe);
    document.addEventListener("visibilitychange", this.hurry);
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Send now; false if there is no connection (the caller sends again when it is back). */
  send(message: ClientMessage): boolean {
    if (!this.open) return false;
    this.socket!.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.probe);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private connect = (): void => {
    const { protocol, host } = location;
    const socket = new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.opened(true);
      this.listen();
    };
    socket.onmessage = (event) => {
      this.listen();
      const message = JSON.parse(event.data as string) as ServerMessage;
      // At once, before anything else: the server measures the way there and back.
      if (message.type === "pong" && message.mark) this.send({ type: "echo", mark: message.mark });
      this.heard(message);
    };
    socket.onclose = () => this.retry(socket);
  };

  private retry(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    this.opened(false);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.connect, this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** After a silence, ask; a socket that died without a word is found out this way. */
  private listen(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.probe, SILENCE);
  }

  /** Ask for a word; without one the line counts as lost, although the browser would wait longer. */
  probe = (): void => {
    const socket = this.socket;
    if (!socket || !this.send({ type: "ping", id: "ping" })) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      socket.onmessage = socket.onclose = null;
      socket.close();
      this.retry(socket);
    }, SILENCE / 4);
  };

  /** The network or the page came back: no need to wait any longer. */
  private hurry = (): void => {
    if (document.hidden || this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.connect();
  };
}
