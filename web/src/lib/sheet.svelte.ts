/** A sheet that a `<details>` opens above the page: a press outside and Escape close it. */

export class Sheet {
  /** As the element last said; it may be a moment late. */
  open = $state(false);
  /** Pixels of the window above the button that opens it, and from there down. */
  above = $state(0);
  below = $state(0);
  private node: HTMLDetailsElement | undefined;

  close = (): void => {
    if (this.node) this.node.open = false;
  };

  /** For `{@attach}` on the `<details>`. The listeners hear first, so what closes does nothing else. */
  attach = (node: HTMLDetailsElement): (() => void) => {
    this.node = node;
    document.addEventListener("pointerdown", this.pressed, true);
    document.addEventListener("keydown", this.typed, true);
    node.addEventListener("click", this.measure, true); // before it opens: it must not be seen elsewhere first
    node.addEventListener("toggle", this.toggled);
    return () => {
      document.removeEventListener("pointerdown", this.pressed, true);
      document.removeEventListener("keydown", this.typed, true);
      node.removeEventListener("click", this.measure, true);
      node.removeEventListener("toggle", this.toggled);
    };
  };

  private pressed = (event: PointerEvent): void => {
    if (!this.node?.open || this.node.contains(event.target as Node)) return;
    this.close();
    event.stopPropagation(); // the board must not take it for a place
    this.swallowClick();
  };

  /** The click that this press becomes is not meant for what lies under it either. */
  private swallowClick(): void {
    const ended = new AbortController();
    const options = { capture: true, once: true, signal: ended.signal };
    addEventListener("click", (click) => (click.stopPropagation(), click.preventDefault()), options);
    addEventListener("pointerup", () => setTimeout(() => ended.abort()), options);
    addEventListener("pointercancel", () => ended.abort(), options);
  }

  private typed = (event: KeyboardEvent): void => {
    if (!this.node?.open || event.key !== "Escape") return;
    if (this.node.contains(document.activeElement)) this.node.querySelector("summary")!.focus();
    this.close();
    event.stopPropagation(); // the piece stays in the hand
  };

  private toggled = (): void => {
    this.open = this.node!.open;
    this.measure();
  };

  private measure = (): void => {
    const { top } = this.node!.querySelector("summary")!.getBoundingClientRect();
    [this.above, this.below] = [top, innerHeight - top];
  };
}
