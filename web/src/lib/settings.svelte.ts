/** What this device prefers; kept in the browser only. */

export interface Preferences {
  language: "auto" | "en" | "fr";
  theme: "auto" | "light" | "dark";
  /** Adds a pattern to each color and moves green and red apart. */
  patterns: boolean;
  coordinates: boolean;
  numbers: boolean;
  sound: boolean;
  confirm: boolean;
  dots: boolean;
  /** Single letters as shortcuts (R, F, …). */
  keys: boolean;
  name: string;
}

const DEFAULTS: Preferences = {
  language: "auto",
  theme: "auto",
  patterns: false,
  coordinates: false,
  numbers: false,
  sound: true,
  confirm: true,
  dots: false,
  keys: true,
  name: "",
};

const PLACE = "cornerwise.preferences";

export function load<T extends object>(place: string, defaults: T): T {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<T>) };
  } catch {
    return { ...defaults }; // unreadable or forbidden storage is no reason not to play
  }
}

export function save(place: string, value: object): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // a private window may forbid it; the choice then lasts as long as the page
  }
}

export const settings = $state(load(PLACE, DEFAULTS));

export function change<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  settings[name] = value;
  save(PLACE, settings);
}
