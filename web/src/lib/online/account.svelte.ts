/** Who this device is to the server: a guest, or somebody with an account. Never a condition for playing. */

import { settings } from "../settings.svelte";
import type { AccountView, Me } from "../protocol.gen";
import * as api from "./api";
import { createPasskey, usePasskey } from "./passkeys";

class Account {
  me: Me | undefined = $state.raw();

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
    } catch {
      // the server is away: the pages say so themselves
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
