/** What is said at one game. */

import { newId } from "../ids";
import { line } from "../line.svelte";
import type { Chat as Said, ChatHistory, ChatLine, ErrorMessage, ServerMessage } from "../protocol.gen";
import * as api from "./api";

export type Phrase = NonNullable<ChatLine["phrase"]>;

/** The ones offered at a moment of the game; the server knows them all. */
export const PHRASES: Record<"before" | "during" | "after", Phrase[]> = {
  before: ["hello", "good_luck", "have_fun", "one_moment"],
  during: ["nice_move", "your_turn", "one_moment", "oops", "thanks", "i_am_back", "i_must_go"],
  after: ["good_game", "well_played", "close_game", "thanks", "rematch", "goodbye"],
};

export class Chat {
  lines: ChatLine[] = $state.raw([]);
  /** Lines since it was last looked at. */
  unread = $state(0);
  muted = $state(false);
  silencedUntil: number | null = $state(null);
  refusal: ErrorMessage | undefined = $state.raw();
  /** The last words could not be sent, for the line is down. */
  unsent = $state(false);
  /** Sent and not yet heard back: sent again after a lost line, back in the field if refused. */
  private sent = new Map<string, Said>();
  private loading = Promise.resolve();
  private readonly stop: () => void;

  constructor(
    private readonly game: string,
    /** Of the link: at a private game it lets watchers read what they may hear. */
    private readonly key: string,
    private readonly refused: (text: string) => void,
  ) {
    this.stop = line.listen({ hear: this.hear, opened: this.opened, idle: true });
  }

  private opened = (open: boolean): void => {
    if (!open) return;
    this.unsent = false;
    this.loading = this.load();
  };

  private async load(): Promise<void> {
    try {
      this.read(await api.chatHistory(this.game, this.key));
    } catch {
      // a game that may not be read says so itself
    }
  }

  private read({ lines, muted, silenced_until }: ChatHistory): void {
    this.lines = merge(this.lines, lines);
    for (const { id } of lines) this.sent.delete(id);
    this.muted = muted;
    this.silencedUntil = silenced_until;
  }

  private hear = (message: ServerMessage): void => {
    if (message.type === "chat_line" && message.game === this.game) {
      this.lines = merge(this.lines, [message]);
      this.sent.delete(message.id);
      if (!message.mine) this.unread++;
    } else if (message.type === "joined" && message.game === this.game) {
      void this.loading.then(this.sendAgain);
    } else if (message.type === "error" && this.sent.has(message.id)) {
      this.refusal = message;
      this.refused(this.sent.get(message.id)!.text ?? "");
      this.sent.delete(message.id);
    }
  };

  /** What the line may have swallowed, in order; not what the server has kept: twice, it would be too much talk. */
  private sendAgain = (): void => {
    for (const message of this.sent.values()) line.send(message);
  };

  say(what: { text: string } | { phrase: Phrase }): void {
    this.refusal = undefined;
    const message: Said = { type: "chat", game: this.game, id: newId(), ...what };
    this.unsent = !line.send(message);
    if (!this.unsent) this.sent.set(message.id, message);
    else if ("text" in what) this.refused(what.text);
  }

  /** No more chat of this game; or of one person, or nothing of them at all. */
  async block(kind: "mute" | "block" | "room", number?: number): Promise<void> {
    const person = number === undefined ? null : { game: this.game, line: number };
    await api.block({ kind, person, game: kind === "room" ? this.game : "" }, this.key);
    if (kind === "room") this.muted = true;
    const whose = this.lines.find((each) => each.number === number);
    if (whose) this.lines = this.lines.filter((each) => !sameVoice(each, whose));
  }

  report = (number: number, text: string) =>
    api.report({ person: { game: this.game, line: number }, reason: "chat", text }, this.key);

  close = () => this.stop();
}

const sameVoice = (a: ChatLine, b: ChatLine) =>
  a.account === b.account && a.name === b.name && a.player === b.player && a.room === b.room;

function merge(known: readonly ChatLine[], news: readonly ChatLine[]): ChatLine[] {
  const all = new Map([...known, ...news].map((each) => [each.number, each]));
  return [...all.values()].sort((a, b) => a.number - b.number);
}
