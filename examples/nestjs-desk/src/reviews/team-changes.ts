import { RequestError } from '@cuecard/core';
import { ChangeSource } from '@cuecard/example-shared-pack';

/** The open changes of a team, by name. */
export class TeamChanges extends ChangeSource {
  readonly #diffs: ReadonlyMap<string, string>;

  constructor(diffs: Readonly<Record<string, string>>) {
    super();
    this.#diffs = new Map(Object.entries(diffs));
  }

  override async open(): Promise<readonly string[]> {
    return [...this.#diffs.keys()];
  }

  /** @throws {RequestError} if the team has no such change */
  override async diff(change: string): Promise<string> {
    const diff = this.#diffs.get(change);
    if (diff === undefined) throw new RequestError(`There is no change "${change}"`);
    return diff;
  }
}
