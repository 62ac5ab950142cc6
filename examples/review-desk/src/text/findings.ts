/** How reviews report what they find, and how much of it. */
export function findings(limit: number): string {
  return `Findings to report: ${limit} at most, the most serious first, each with
- how serious it is: blocker, major or minor; and the line or expression that it is about
- what goes wrong, with an input or a situation in which it does
- the smallest change that fixes it, as code

Report only what you can show in the code. Where you would have to see more of it, say what, instead of guessing. Leave out what a formatter or a compiler would find. End with one sentence: ready, ready after small changes, or not ready, and why. If there is nothing to report, that sentence is enough.`;
}
