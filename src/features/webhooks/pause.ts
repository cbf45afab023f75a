/** A pause that can be ended early, also before it has begun. */
export class Pause {
  #isEnded = false;
  #end: (() => void) | undefined;

  /** Forgets that the pause was ended. */
  reset(): void {
    this.#isEnded = false;
  }

  end(): void {
    this.#isEnded = true;
    this.#end?.();
    this.#end = undefined;
  }

  /** Waits until the end, or for some milliseconds. Returns at once if the pause was ended since `reset`. */
  wait(milliseconds: number): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), milliseconds);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
