/** What comes to a person wherever they are on the site: invitations, and words of moderators. */

import { line } from "../line.svelte";
import type { Invitation, ServerMessage, Warned } from "../protocol.gen";
import * as api from "./api";

class Inbox {
  received: Invitation[] = $state.raw([]);
  words: Warned[] = $state.raw([]);
  private stop?: () => void;

  /** With an account the line is kept open for invitations; a guest hears only while it is open anyway. */
  start(idle: boolean): void {
    this.stop?.();
    this.received = [];
    this.stop = line.listen({ hear: this.hear, opened: () => undefined, idle });
  }

  private hear = (message: ServerMessage): void => {
    if (message.type === "invitations") {
      this.received = message.received.filter(({ state }) => state === "open");
    } else if (message.type === "warned") {
      this.words = [...this.words.filter(({ id }) => id !== message.id), message];
    }
  };

  async decline(id: string): Promise<void> {
    this.received = this.received.filter((invitation) => invitation.id !== id);
    await api.declineInvitation(id);
  }

  async acknowledge(id: number): Promise<void> {
    this.words = this.words.filter((word) => word.id !== id);
    await api.acknowledge(id);
  }
}

export const inbox = new Inbox();
