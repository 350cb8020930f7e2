/** What the computer thinks of the position shown: asked again and again, a little longer each time. */

import * as net from "../net";
import { load, save } from "../settings.svelte";
import type { AnalysisView, AskAnalysis } from "../protocol.gen";

/** Seconds of one look after the other. */
const LOOKS = [0.3, 1, 3, 8];
/** Milliseconds until who walks through a game has come to rest. */
const REST = 180;
/** Positions whose answers are kept. */
const MOST = 200;
const PLACE = "cornerwise.study.thoughts";

export class Thoughts {
  found: AnalysisView | undefined = $state.raw();
  state: "off" | "thinking" | "done" | "failed" = $state("off");
  private known = new Map<string, { looks: number; found: AnalysisView }>();
  private stopper?: AbortController;
  on = $state(load(PLACE, { on: true }).on);

  switch(on: boolean): void {
    this.on = on;
    save(PLACE, { on });
  }

  /** Look at a position, or at none. */
  follow(question: Omit<AskAnalysis, "seconds"> | undefined): void {
    this.stop();
    this.found = undefined;
    this.state = "off";
    if (question) void this.look(question);
  }

  private async look(question: Omit<AskAnalysis, "seconds">): Promise<void> {
    const { signal } = (this.stopper = new AbortController());
    const name = JSON.stringify(question);
    const before = this.known.get(name);
    this.found = before?.found;
    this.state = "thinking";
    try {
      if (!before) await new Promise((resolve) => setTimeout(resolve, REST));
      for (let looks = before?.looks ?? 0; looks < LOOKS.length && !signal.aborted; ) {
        const found = await net.analyse({ ...question, seconds: LOOKS[looks] }, signal);
        if (signal.aborted) return;
        // One that made way for a game's move may have seen less than the one before.
        if (found.simulations >= (this.found?.simulations ?? 0) || found.moves[0]?.proven) this.found = found;
        this.remember(name, { looks: ++looks, found: this.found! });
        if (found.moves[0]?.proven) break; // looked through to the end
      }
      if (!signal.aborted) this.state = "done";
    } catch {
      if (!signal.aborted) this.state = "failed";
    }
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
