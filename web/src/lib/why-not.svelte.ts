/** Buttons that cannot be used now, and the reason: for the ear when reached, for the eye when pressed. */

import type { Attachment } from "svelte/attachments";
import { announcer } from "./announce.svelte";

/** What was pressed in vain last, until something else is done. */
class InVain {
  button: HTMLElement | undefined = $state.raw();
  reason = $state("");

  tell(button: HTMLElement, reason: string): void {
    this.button = button;
    this.reason = reason;
    announcer.say(reason);
  }

  forget = (): void => void (this.button = undefined);
}

export const inVain = new InVain();

/**
 * A button that cannot be used while there is a reason against it. Not `disabled`: that one is passed over
 * by keys, and a finger has no other way to ask it why.
 */
export const whyNot = (reason: string): Attachment<HTMLElement> => (button) => {
  if (!reason) return;
  const pressed = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation(); // before it comes to what the button does
    inVain.tell(button, reason);
  };
  button.ariaDisabled = "true";
  button.title = reason;
  button.addEventListener("click", pressed);
  return () => {
    button.ariaDisabled = null;
    button.removeAttribute("title");
    button.removeEventListener("click", pressed);
    if (inVain.button === button) inVain.forget();
  };
};
