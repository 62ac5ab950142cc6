/** So many are sent at once. */
const AT_ONCE = 1_000;
/** So many are kept while they cannot be sent. More than that, and any resource may have changed. */
const KEPT = 10_000;
/** Stands for every resource: no URI is empty. */
export const ANY = '';

/** Updates that the other instances do not know of yet, each once. */
export class UnsentUpdates {
  readonly #uris = new Set<string>();

  add(uri: string): void {
    if (this.#uris.has(ANY)) return;
    const isTooMany = this.#uris.size >= KEPT && !this.#uris.has(uri);
    if (isTooMany || uri === ANY) this.#uris.clear();
    this.#uris.add(isTooMany ? ANY : uri);
  }

  take(): readonly string[] {
    const taken = [...this.#uris].slice(0, AT_ONCE);
    for (const uri of taken) this.#uris.delete(uri);
    return taken;
  }
}
