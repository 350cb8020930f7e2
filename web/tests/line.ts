/** The line without a network, for `vi.mock`: what was sent, and whatever the server shall say. */

import type { Ear } from "../src/lib/line.svelte";
import type { ClientMessage, ServerMessage } from "../src/lib/protocol.gen";

class FakeLine {
  /** What went out; whether it arrives is up to the test. */
  sent: ClientMessage[] = [];
  private readonly ears = new Set<Ear>();
  private isUp = true;

  listen(ear: Ear): () => void {
    this.ears.add(ear);
    if (this.isUp) ear.opened(true);
    return () => void this.ears.delete(ear);
  }

  send(message: ClientMessage): boolean {
    if (this.isUp) this.sent.push(message);
    return this.isUp;
  }

  /** The server speaks. */
  say(message: { type: ServerMessage["type"] } & Record<string, unknown>): void {
    for (const ear of [...this.ears]) ear.hear(message as unknown as ServerMessage);
  }

  /** Lost, or there again. */
  open(isUp: boolean): void {
    this.isUp = isUp;
    for (const ear of [...this.ears]) ear.opened(isUp);
  }

  /** What went out since the last look. */
  take(): ClientMessage[] {
    return this.sent.splice(0);
  }

  get listeners(): number {
    return this.ears.size;
  }
}

export const line = new FakeLine();
