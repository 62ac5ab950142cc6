import { RequestError } from '@cuecard/core';
import { ChangeSource } from './services.js';

/** Changes that do not change, by their names. */
export class FixedChanges extends ChangeSource {
  readonly #diffs: ReadonlyMap<string, string>;

  constructor(diffs: Readonly<Record<string, string>>) {
    super();
    this.#diffs = new Map(Object.entries(diffs));
  }

  override async open() {
    return [...this.#diffs.keys()];
  }

  override async diff(change: string) {
    const diff = this.#diffs.get(change);
    if (diff === undefined) throw new RequestError('There is no such change', { code: -32602 });
    return diff;
  }
}
