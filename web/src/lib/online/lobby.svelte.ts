/** The lobby as it is now: open seats, running games, who is here. */

import { line } from "../line.svelte";
import type { Lobby as Whole, LobbyChanged, OpenGame, Queue, RunningGame, ServerMessage } from "../protocol.gen";

/** A list with some put in (by game, in place) and some taken out. */
function merge<T extends { game: string }>(list: readonly T[], changed: readonly T[], gone: readonly string[]): T[] {
  const news = new Map(changed.map((game) => [game.game, game]));
  const kept = list.filter(({ game }) => !gone.includes(game)).map((game) => news.get(game.game) ?? game);
  const known = new Set(list.map(({ game }) => game));
  return [...kept, ...changed.filter(({ game }) => !known.has(game))];
}

export class LobbyView {
  ready = $state(false);
  /** There is no line: what is shown may be old. */
  lost = $state(false);
  open: OpenGame[] = $state.raw([]);
  running: RunningGame[] = $state.raw([]);
  runningTotal = $state(0);
  queues: Queue[] = $state.raw([]);
  people: string[] = $state.raw([]);
  peopleTotal = $state(0);
  guests = $state(0);
  private readonly stop = line.listen({
    hear: (message) => this.hear(message),
    opened: (open) => {
      this.lost = !open;
      if (open) line.send({ type: "enter_lobby" });
    },
  });

  private hear(message: ServerMessage): void {
    if (message.type === "lobby") this.fill(message);
    else if (message.type === "lobby_changed") this.change(message);
  }

  private fill(all: Whole): void {
    this.open = all.open;
    this.running = all.running;
    this.people = all.people;
    this.count(all);
    this.ready = true;
  }

  private change(news: LobbyChanged): void {
    // A game that runs is no longer open, and the other way round.
    const running = news.running.map(({ game }) => game);
    const open = news.open.map(({ game }) => game);
    this.open = merge(this.open, news.open, [...news.gone, ...running]);
    this.running = merge(this.running, news.running, [...news.gone, ...open]);
    this.people = [...this.people.filter((name) => !news.left.includes(name)), ...news.arrived].sort();
    this.count(news);
  }

  private count(numbers: Whole | LobbyChanged): void {
    this.runningTotal = numbers.running_total;
    this.queues = numbers.queues;
    this.peopleTotal = numbers.people_total;
    this.guests = numbers.guests;
  }

  close(): void {
    line.send({ type: "leave_lobby" });
    this.stop();
  }
}
