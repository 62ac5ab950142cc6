/** What a check found. */
export interface Verdict {
  readonly passes: boolean;
  /** What was expected, to read after "Expected": `the result to say "hello"`. */
  readonly expectation: string;
  /** What there was instead, as people read it. */
  readonly received: string;
}

/** Why a test fails: because something was expected, or because it was not. */
export function complaint({ passes, expectation, received }: Verdict): string {
  return `Expected ${passes ? 'not ' : ''}${expectation}\n\n${received}`;
}
