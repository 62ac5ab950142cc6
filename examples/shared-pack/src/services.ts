/** Where changes come from: a Git host, a folder, a list. Whoever mounts the pack has one. */
export abstract class ChangeSource {
  /** The names of the open changes. */
  abstract open(): Promise<readonly string[]>;

  /**
   * What a change changes, as a diff.
   * @throws {RequestError} where there is no such change
   */
  abstract diff(change: string): Promise<string>;
}

/** What a team keeps to. Whoever mounts the pack has them. */
export abstract class HouseRules {
  /** Each is a sentence. */
  abstract readonly rules: readonly string[];
}
