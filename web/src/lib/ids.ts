/** `crypto.randomUUID` is missing on plain http addresses of the local network. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
