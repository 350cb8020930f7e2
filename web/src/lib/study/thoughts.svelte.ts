/** What the computer thinks of the position shown: asked again and again, a little longer each time. */

import * as net from "../net";
import { load, save } from "../settings.svelte";
import type { AnalysisView, AskAnalysis } from "../protocol.gen";

/** Seconds of one look after the other. */
const LOOKS = [0.3, 1, 3, 8];
/** Milliseconds until who walks through a game has come to rest. */
const REST = 180;
/** The same after an answer that made way for somebody who waits at a table; and how often that is tried. */
const HURRIED = 1000;
const MOST_ASKED = 8;
/** Positions whose answers are kept. */
const MOST = 200;
const PLACE = "cornerwise.study.thoughts";

const rest = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

export class Thoughts {
  found: AnalysisView | undefined = $state.raw();
  state: "off" | "thinking" | "done" | "failed" = $state("off");
  private known = new Map<string, { looks: number; found: AnalysisView }>();
  private stopper?: AbortController;
  /** The position that is looked at, as text; empty for none. */
  private name = "";
  on = $state(load(PLACE, { on: true }).on);

  switch(on: boolean): void {
    this.on = on;
    save(PLACE, { on });
  }

  /** Look at a position, or at none. The same one is gone on with: a note on it is no reason to begin anew. */
  follow(question: Omit<AskAnalysis, "seconds"> | undefined): void {
    const name = question ? JSON.stringify(question) : "";
    if (name && name === this.name && this.state !== "failed") return;
    this.stop();
    this.name = name;
    this.found = undefined;
    this.state = "off";
    if (question) void this.look(question, name);
  }

  private async look(question: Omit<AskAnalysis, "seconds">, name: string): Promise<void> {
    const { signal } = (this.stopper = new AbortController());
    const before = this.known.get(name);
    this.found = before?.found;
    this.state = "thinking";
    try {
      let looks = before?.looks ?? 0;
      if (looks < LOOKS.length) await rest(REST);
      for (let asked = 0; looks < LOOKS.length && asked < MOST_ASKED && !signal.aborted; asked++) {
        const found = await net.analyse({ ...question, seconds: LOOKS[looks] }, signal);
        if (signal.aborted) return;
        if (this.isBetter(found)) this.found = found;
        const isProven = found.moves[0]?.proven; // looked through to the end
        if (isProven) looks = LOOKS.length;
        else if (!found.hurried) looks++;
        this.remember(name, { looks, found: this.found! });
        // One that made way for a game's move is asked for again.
        if (found.hurried && !isProven) await rest(HURRIED);
      }
      if (!signal.aborted) this.state = "done";
    } catch {
      // The server has much to do, or is away. What is known already still holds.
      if (!signal.aborted) this.state = this.found ? "done" : "failed";
    }
  }

  private isBetter(found: AnalysisView): boolean {
    return !!found.moves[0]?.proven || found.simulations >= (this.found?.simulations ?? 0);
  }

  private remember(name: string, seen: { looks: number; found: AnalysisView }): void {
    this.known.delete(name);
    this.known.set(name, seen);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
  }

  stop(): void {
    this.stopper?.abort();
  }
}
