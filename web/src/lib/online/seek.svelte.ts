/** A wish to be paired: one a person, kept alive while a page is open, followed to the game it finds. */

import { newId } from "../ids";
import { line } from "../line.svelte";
import type { ErrorMessage, Seek, Seeking, ServerMessage } from "../protocol.gen";
import { router } from "../router.svelte";

/** Seconds after which computers are offered for the seats still empty. */
const COMPUTERS_AFTER = 20;

class Wish {
  /** What the server says about it. */
  state: Seeking | undefined = $state.raw();
  refusal: ErrorMessage | undefined = $state.raw();
  private wanted?: Seek;
  /** The id of a wish given up here, until the server says what became of it: a game may have been quicker. */
  private cancelled = "";
  private stop?: () => void;

  get waiting(): boolean {
    return this.state?.state === "waiting" || (!!this.wanted && !this.state);
  }

  /** What is wished for, while it is. */
  get wished(): Seek | undefined {
    return this.waiting ? this.wanted : undefined;
  }

  seek(wish: Pick<Seek, "variant" | "clock" | "rated" | "paired" | "name">): void {
    this.refusal = this.state = undefined;
    this.wanted = { type: "seek", id: newId(), computers_after: COMPUTERS_AFTER, ...wish };
    if (this.stop) line.send(this.wanted);
    else this.stop = line.listen({ hear: this.hear, opened: this.opened });
  }

  cancel(): void {
    line.send({ type: "cancel_seek" });
    this.cancelled = this.wanted?.id ?? "";
    this.wanted = this.state = undefined;
  }

  acceptComputers(): void {
    line.send({ type: "accept_computers" });
  }

  /** The same id again keeps the place in the queue; a cancel names no wish, so it goes before a new one. */
  private opened = (open: boolean): void => {
    if (open && this.cancelled) line.send({ type: "cancel_seek" });
    if (open && this.wanted) line.send(this.wanted);
  };

  private hear = (message: ServerMessage): void => {
    if (message.type === "error" && message.id === this.wanted?.id) {
      this.refusal = message;
      this.end(message.id);
    } else if (message.type === "seeking" && message.state === "waiting") {
      this.onWaiting(message);
    } else if (message.type === "seeking" && this.isMine(message.id)) {
      this.end(message.id);
      if (message.state === "found") this.follow(message.game);
    }
  };

  private isMine = (id: string) => id === this.wanted?.id || id === this.cancelled;

  private onWaiting(message: Seeking): void {
    if (message.id === this.wanted?.id) this.state = message;
    // One wish a person: when another waits, nothing more is to be heard of the one given up.
    if (this.cancelled && message.id !== this.cancelled) this.end(this.cancelled);
  }

  private follow(game: string): void {
    if (this.wanted) this.cancel(); // wished for after the one that found it
    router.go(`/g/${game}`);
  }

  private end(id: string): void {
    if (id === this.cancelled) this.cancelled = "";
    else this.wanted = this.state = undefined;
    if (this.wanted || this.cancelled) return;
    this.stop?.();
    this.stop = undefined;
  }
}

export const wish = new Wish();
