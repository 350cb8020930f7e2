/** Notices of games with days to move: asked for on this device, sent by web push, or by mail. */

import { language } from "../i18n/index.svelte";
import type { NoticeChoices, NoticesView, PushKeys } from "../protocol.gen";
import * as api from "./api";
import { keyBytes } from "./push-key";

export class Notices {
  view: NoticesView | undefined = $state.raw();
  /** This browser gets them. */
  here = $state(false);
  /** The person, or the browser, said no. */
  denied = $state(false);

  static readonly possible = "PushManager" in window && "serviceWorker" in navigator && "Notification" in window;

  async load(): Promise<void> {
    this.view = await api.notices();
    if (!Notices.possible) return;
    const worker = await navigator.serviceWorker.getRegistration();
    this.here = !!(await worker?.pushManager.getSubscription());
    this.denied = Notification.permission === "denied";
  }

  async begin(): Promise<void> {
    this.denied = (await Notification.requestPermission()) !== "granted";
    if (this.denied || !this.view) return;
    const worker = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: keyBytes(this.view.push_key) };
    const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON();
    this.view = await api.addBrowser({ endpoint: endpoint!, keys: keys as unknown as PushKeys });
    await this.choose({ push: true });
    this.here = true;
  }

  async end(): Promise<void> {
    const worker = await navigator.serviceWorker.getRegistration();
    const subscription = await worker?.pushManager.getSubscription();
    if (subscription) {
      await api.forgetBrowser(subscription.endpoint);
      await subscription.unsubscribe();
    }
    this.here = false;
  }

  async choose(change: NoticeChoices): Promise<void> {
    this.view = await api.chooseNotices({ ...this.view?.choices, ...change, language: language() });
  }
}
