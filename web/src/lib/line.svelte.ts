/** The one socket of this page, shared by whoever needs it: a game, the lobby, a wish to be paired. */

import { Socket } from "./net";
import type { ClientMessage, ServerMessage } from "./protocol.gen";

export interface Ear {
  hear(message: ServerMessage): void;
  /** The line is there (again), or lost. */
  opened(open: boolean): void;
  /** Listens only while somebody else keeps the line open. */
  idle?: boolean;
}

class Line {
  connected = $state(false);
  private readonly ears = new Set<Ear>();
  private socket?: Socket;

  /** Listen until the function returned is called. */
  listen(ear: Ear): () => void {
    this.ears.add(ear);
    if (!ear.idle) this.socket ??= new Socket(this.hear, this.opened);
    if (this.socket?.open) ear.opened(true);
    return () => this.drop(ear);
  }

  send(message: ClientMessage): boolean {
    return this.socket?.send(message) ?? false;
  }

  /** Somebody waits for an answer: find out soon if the line is dead. */
  probe(): void {
    this.socket?.probe();
  }

  private drop(ear: Ear): void {
    this.ears.delete(ear);
    if ([...this.ears].some(({ idle }) => !idle)) return;
    this.socket?.close();
    this.socket = undefined;
    this.connected = false;
  }

  private hear = (message: ServerMessage): void => {
    for (const ear of [...this.ears]) ear.hear(message);
  };

  private opened = (open: boolean): void => {
    this.connected = open;
    for (const ear of [...this.ears]) ear.opened(open);
  };
}

export const line = new Line();
