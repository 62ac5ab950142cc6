/** The text that a program has written so far. */
export class Output {
  text = '';
  #isOver = false;
  readonly #waiting = new Set<() => void>();

  add(chunk: unknown): void {
    this.text += String(chunk);
    this.#wake();
  }

  /** Marks the end of the program. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /**
   * Resolves once the text after an index matches.
   * @throws if the program ends first
   */
  async match(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.text.slice(from));
      if (found !== null) return found;
      if (this.#isOver) throw new Error(`The program has not written ${pattern}, but:\n${this.text.slice(from)}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
