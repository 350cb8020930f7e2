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
  private stop?: () => void;

  get waiting(): boolean {
    return this.state?.state === "waiting" || (!!this.wanted && !this.state);
  }

  seek(wish: Pick<Seek, "variant" | "clock" | "rated" | "paired" | "name">): void {
    this.refusal = this.state = undefined;
    this.wanted = { type: "seek", id: newId(), computers_after: COMPUTERS_AFTER, ...wish };
    if (this.stop) line.send(this.wanted);
    else this.stop = line.listen({ hear: this.hear, opened: this.opened });
  }

  cancel(): void {
    line.send({ type: "cancel_seek" });
    this.end();
  }

  acceptComputers(): void {
    line.send({ type: "accept_computers" });
  }

  /** The same id again keeps the place in the queue. */
  private opened = (open: boolean): void => {
    if (open && this.wanted) line.send(this.wanted);
  };

  private hear = (message: ServerMessage): void => {
    if (message.type === "error" && message.id === this.wanted?.id) {
      this.refusal = message;
      this.end();
    }
    if (message.type !== "seeking" || message.id !== this.wanted?.id) return;
    this.state = message;
    if (message.state === "waiting") return;
    this.end();
    if (message.state === "found") router.go(`/g/${message.game}`);
  };

  private end(): void {
    this.wanted = this.state = undefined;
    this.stop?.();
    this.stop = undefined;
  }
}

export const wish = new Wish();
