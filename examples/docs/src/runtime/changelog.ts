/** What each release has changed. */
export type Changelog = ReadonlyMap<string, readonly string[]>;
