/** The choice that was probably meant: at most a third of it differs. */
export function nearest(typed: string, choices: readonly string[]): string | undefined {
  if (typed === '') return undefined;
  const near = choices
    .map((choice) => ({ choice, distance: distance(typed.toLowerCase(), choice.toLowerCase()) }))
    .filter(({ choice, distance: steps }) => steps <= Math.max(1, choice.length / 3));
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.choice;
}

/** How many characters have to be changed, put in or left out. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of Array.from(one.slice(0, 64)).entries()) {
    const next = [at + 1];
    for (let index = 1; index < row.length; index += 1) {
      const isSame = character === other[index - 1];
      next.push(Math.min((next[index - 1] ?? 0) + 1, (row[index] ?? 0) + 1, (row[index - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
