import { nearest } from './nearest.js';
import { OBJECT, OptionKind, PLAIN_OBJECT, shown } from './option-kinds.js';

/** The names of all options, which the compiler compares with their type; an `OptionKind` is what the value must be. */
export type Known<Options> = Readonly<Record<keyof Required<Options>, unknown>>;

/** An option that does not exist, and the name that was probably meant. */
interface UnknownKey {
  readonly key: string;
  readonly meant: string | undefined;
}

/** An option with a value of the wrong kind. */
interface WrongValue {
  readonly problem: string;
  readonly expected: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Sorts options into valid, unknown and invalid ones. One without a value counts as left out. */
function sorted(given: unknown, known: object) {
  const kinds = known as Values;
  const fault = faultOf(given);
  const values = (fault === undefined ? given : {}) as Values;
  const unknown: UnknownKey[] = [];
  const wrong: WrongValue[] = fault === undefined ? [] : [fault];
  const sound: Record<string, unknown> = {};
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined) continue;
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind === undefined) unknown.push({ key, meant: nearest(key, Object.keys(kinds)) });
    else if (!(kind instanceof OptionKind) || kind.is(value)) sound[key] = value;
    else wrong.push({ problem: `has the option "${key}", which cannot be ${shown(value)}`, expected: kind.expected });
  }
  return { unknown, wrong, sound };
}

/** The fault of options as a whole. An inherited or hidden one, such as `authenticate`, would be ignored. */
function faultOf(options: unknown): WrongValue | undefined {
  if (PLAIN_OBJECT.is(options)) return undefined;
  return OBJECT.is(options)
    ? { problem: 'has options that inherit or hide members', expected: PLAIN_OBJECT.expected }
    : { problem: `has options that cannot be ${shown(options)}`, expected: OBJECT.expected };
}

/** A fault of an option. */
interface OptionFault {
  readonly id: 'option-unknown' | 'option-invalid';
  readonly problem: string;
  readonly remedy: string;
}

/** The valid options, and the faults of the others. */
export interface CheckedOptions<Options> {
  readonly options: Options;
  readonly faults: readonly OptionFault[];
}

/** Checks the names and values of options. */
export function checkedOptions<Options>(given: Options, known: Known<Options>): CheckedOptions<Options> {
  const { unknown, wrong, sound } = sorted(given, known);
  const faults: OptionFault[] = unknown.map(({ key, meant }) => ({
    id: 'option-unknown',
    problem: `has the option "${key}", which does not exist`,
    remedy: meant === undefined ? 'Leave it out' : `Write "${meant}", or leave it out`,
  }));
  for (const { problem, expected } of wrong) faults.push({ id: 'option-invalid', problem, remedy: `Give ${expected}` });
  const isAsGiven = faults.length === 0 && Object.keys(sound).length === Object.keys(given as object).length;
  return { options: isAsGiven ? given : (sound as Options), faults };
}

/**
 * Returns the options that have a value.
 * @throws {TypeError} if an option is unknown or its value is of the wrong kind
 */
export function knownOptions<Options>(what: string, given: Options, known: Known<Options>): Options {
  const { unknown, wrong, sound } = sorted(given, known);
  for (const { key, meant } of unknown) {
    const remedy = meant === undefined ? `use one of ${Object.keys(known).join(', ')}` : `did you mean "${meant}"?`;
    throw new TypeError(`${what} has no option "${key}"; ${remedy}`);
  }
  for (const { problem, expected } of wrong) throw new TypeError(`${what} ${problem}; give ${expected}`);
  return sound as Options;
}
