import { nearest } from './nearest.js';

/** The names of all options. The compiler checks them against the type. */
export type Known<Options> = Readonly<Record<keyof Required<Options>, unknown>>;

/** An option that does not exist, and the name that was probably meant. */
interface UnknownKey {
  readonly key: string;
  readonly meant: string | undefined;
}

function unknownKeys(given: unknown, known: object): UnknownKey[] {
  const values: Readonly<Record<string, unknown>> = { ...(given as object | undefined) };
  const unknown = Object.keys(values).filter((key) => values[key] !== undefined && !Object.hasOwn(known, key));
  return unknown.map((key) => ({ key, meant: nearest(key, Object.keys(known)) }));
}

/** The faults of options that do not exist. An option that is `undefined` counts as absent. */
export function unknownOptions<Options>(
  given: Options,
  known: Known<Options>,
): { readonly problem: string; readonly remedy: string }[] {
  return unknownKeys(given, known).map(({ key, meant }) => ({
    problem: `has the option "${key}", which does not exist`,
    remedy: meant === undefined ? 'Leave it out' : `Write "${meant}", or leave it out`,
  }));
}

/**
 * Returns the options unchanged.
 * @throws {TypeError} if an option does not exist
 */
export function knownOptions<Options>(what: string, given: Options, known: Known<Options>): Options {
  for (const { key, meant } of unknownKeys(given, known)) {
    const remedy = meant === undefined ? `use one of ${Object.keys(known).join(', ')}` : `did you mean "${meant}"?`;
    throw new TypeError(`${what} has no option "${key}"; ${remedy}`);
  }
  return given;
}
