/**
 * A limit as it is given: a whole number.
 * @throws {RangeError} where it is none, or less than `least`
 */
export function limit(name: string, given: number, least = 1): number {
  if (Number.isSafeInteger(given) && given >= least) return given;
  throw new RangeError(`A ${name} of ${given} limits nothing: use a whole number from ${least} on`);
}
