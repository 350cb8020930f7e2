/** The list of keys: opened from anywhere by `?`, by a menu, by the settings; shown by the page's frame. */

import { isForControl } from "./keys";
import { settings } from "./settings.svelte";

class Help {
  open = $state(false);

  /** For the window: `?` opens it, unless somebody writes. */
  pressed = (event: KeyboardEvent): void => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key !== "?" || !plain || !settings.keys || isForControl(event)) return;
    event.preventDefault();
    this.open = true;
  };
}

export const help = new Help();
