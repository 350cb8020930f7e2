/** What a screen reader says. Two regions: news waits its turn, the piece in the hand does not pile up. */

class Announcer {
  news = $state("");
  hand = $state("");

  say(text: string): void {
    this.news = text === this.news ? `${text}\u00a0` : text; // a repeat must differ to be read
  }
}

export const announcer = new Announcer();
