/** Who this device is to the server: a guest, or somebody with an account. Never a condition for playing. */

import { Refused } from "../net";
import { settings } from "../settings.svelte";
import type { AccountView, Me } from "../protocol.gen";
import * as api from "./api";
import { createPasskey, usePasskey } from "./passkeys";

/** Milliseconds until a server that did not answer is asked again. */
const AGAIN = 5000;

class Account {
  me: Me | undefined = $state.raw();
  /** The last answer did not come, or was none. */
  failed = $state(false);

  /** The name of the account; empty for a guest. */
  get name(): string {
    return this.me?.account ?? "";
  }

  /** What others see at a table: the account's name, or what a guest has chosen; empty if nothing. */
  get called(): string {
    return this.name || settings.name;
  }

  async load(): Promise<void> {
    try {
      this.me = await api.me();
      this.failed = false;
    } catch (error) {
      this.failed = true; // the pages say themselves that the server is away
      if (!(error instanceof Refused)) setTimeout(() => void this.load(), AGAIN);
    }
  }

  signUp = (name: string, password: string) => this.enter(api.signUp({ name, password }));
  signIn = (name: string, password: string) => this.enter(api.signIn({ name, password }));
  openLink = (token: string) => this.enter(api.openLink(token));

  signUpByPasskey = (name: string) =>
    this.enter(createPasskey({ name }).then((passkey) => api.signUp({ name, passkey })));
  signInByPasskey = () => this.enter(usePasskey().then((passkey) => api.passkeySignIn({ passkey })));

  async signOut(): Promise<void> {
    await api.signOut();
    await this.load();
  }

  /** The server closes the sockets of who we were; they come back by themselves as who we are. */
  private async enter(entering: Promise<AccountView>): Promise<AccountView> {
    const view = await entering;
    await this.load();
    return view;
  }
}

export const account = new Account();
