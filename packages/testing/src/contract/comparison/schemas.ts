import type { Schema } from '../manifest/manifest.js';
import { resolveReference } from '../schema.js';
import type { Difference, Level, Effect } from './change.js';
import { effectsOf, isPlainText } from './keywords.js';
import { isObject, isSame, onlyIn } from './sets.js';

/** The level of each difference: input may not become narrower, output may not become wider. */
const ASKS = {
  input: { removed: 'major', added: 'minor', addedRequired: 'major', nowRequired: 'major', nowOptional: 'minor' },
  output: { removed: 'major', added: 'minor', addedRequired: 'minor', nowRequired: 'minor', nowOptional: 'major' },
} as const;

const EFFECTS: Readonly<Record<'input' | 'output', Readonly<Record<Effect['effect'], Level>>>> = {
  input: { narrower: 'major', wider: 'minor', incomparable: 'major' },
  output: { narrower: 'minor', wider: 'major', incomparable: 'major' },
};

interface SchemaOptions {
  readonly direction: 'input' | 'output';
  /** Whether arguments are strings, so that a plain string accepts all earlier values. Values within them are JSON. */
  readonly isText?: boolean;
}

/** Compares the schemas of two objects, such as the arguments of a definition, member by member. */
export function objectDifferences(one: Schema, other: Schema, options: SchemaOptions): Difference[] {
  return new SchemaComparison(one, other, options).members(one, other, '');
}

/** The path of a value, and whether it is sent as a string. */
interface Place {
  readonly path: string;
  readonly isText: boolean;
}

class SchemaComparison {
  readonly #old: Schema;
  readonly #now: Schema;
  readonly #options: SchemaOptions;
  /** The pairs of named schemas under comparison: classes may refer to themselves. */
  readonly #open = new Set<string>();
  /**
   * The pairs whose comparison has begun. Again they are compared without the pairs that they refer to, which would
   * take
   * exponential time where classes refer to each other.
   */
  readonly #seen = new Set<string>();
  /** Whether the pair under comparison has been compared before. */
  #isAgain = false;

  constructor(old: Schema, now: Schema, options: SchemaOptions) {
    this.#old = old;
    this.#now = now;
    this.#options = options;
  }

  members(one: Schema, other: Schema, path: string): Difference[] {
    const [old, now] = [one.properties ?? {}, other.properties ?? {}]; // Servers may list null.
    const [names, newNames] = [Object.keys(old), Object.keys(now)];
    const kept = names.filter((name) => newNames.includes(name));
    const isText = this.#options.isText === true && path === ''; // Members of an argument are JSON.
    return [
      ...onlyIn(names, newNames).map((name) => this.#removal(path + name)),
      ...onlyIn(newNames, names).map((name) => this.#addition(path + name, isRequired(other, name))),
      ...kept.flatMap((name) => [
        ...this.#presence(path + name, isRequired(one, name), isRequired(other, name)),
        ...this.#value(old[name] ?? {}, now[name] ?? {}, { path: path + name, isText }),
      ]),
    ];
  }

  #removal(argument: string): Difference {
    const { direction } = this.#options;
    const reason = direction === 'input' ? 'was removed, and unknown arguments are refused' : 'was removed';
    return { level: ASKS[direction].removed, rule: 'argument-removed', argument, reason };
  }

  #addition(argument: string, isNeeded: boolean): Difference {
    const asks = ASKS[this.#options.direction];
    return isNeeded
      ? { level: asks.addedRequired, rule: 'required-argument-added', argument, reason: 'is new and required' }
      : { level: asks.added, rule: 'optional-argument-added', argument, reason: 'is new and optional' };
  }

  #presence(argument: string, was: boolean, is: boolean): Difference[] {
    if (was === is) return [];
    const asks = ASKS[this.#options.direction];
    return is
      ? [{ level: asks.nowRequired, rule: 'argument-required', argument, reason: 'is required now' }]
      : [{ level: asks.nowOptional, rule: 'argument-optional', argument, reason: 'is optional now' }];
  }

  #value(given: Schema, givenNow: Schema, place: Place): Difference[] {
    const pair = pairOf(given, givenNow);
    if (pair === undefined) return this.#whole(given, givenNow, place);
    if (this.#open.has(pair) || (this.#isAgain && this.#seen.has(pair))) return [];
    const isOutermost = !this.#isAgain;
    this.#isAgain ||= this.#seen.has(pair);
    this.#seen.add(pair);
    this.#open.add(pair);
    const found = this.#whole(given, givenNow, place);
    this.#open.delete(pair);
    if (isOutermost) this.#isAgain = false;
    return found;
  }

  #whole(given: Schema, givenNow: Schema, place: Place): Difference[] {
    const [one, other] = [resolveReference(given, this.#old), resolveReference(givenNow, this.#now)];
    return [...this.#values(one, other, place), ...textDifferences(one, other, place.path)];
  }

  #values(one: Schema, other: Schema, { path, isText }: Place): Difference[] {
    const isLifted = isText && isPlainText(other) && !isPlainText(one);
    if (isLifted)
      return [this.#differenceOf({ effect: 'wider', rule: 'any-text', reason: 'accepts any text now' }, path)];
    return [
      ...effectsOf(one, other).map((effect) => this.#differenceOf(effect, path)),
      ...this.#parts(one, other, path),
    ];
  }

  #parts(one: Schema, other: Schema, path: string): Difference[] {
    const hasItems = isObject(one.items) && isObject(other.items);
    const hasMembers = isObject(one.properties) && isObject(other.properties);
    const said = [
      ...(hasItems ? [] : presenceEffect(one.items, other.items, 'the schema of its items')),
      ...(hasMembers ? [] : presenceEffect(one.properties, other.properties, 'named members')),
    ];
    return [
      ...said.map((effect) => this.#differenceOf(effect, path)),
      ...(hasItems ? this.#value(one.items, other.items, { path: `${path}[]`, isText: false }) : []),
      ...(hasMembers ? this.members(one, other, `${path}.`) : []),
    ];
  }

  #differenceOf({ effect, rule, reason }: Effect, argument: string): Difference {
    return { level: EFFECTS[this.#options.direction][effect], rule, argument, reason };
  }
}

/** The effect of a keyword that only one of two schemas has. */
function presenceEffect(one: unknown, other: unknown, what: string): Effect[] {
  if (isObject(one) === isObject(other)) return [];
  return isObject(one)
    ? [{ effect: 'wider', rule: 'parts-lifted', reason: `has ${what} no longer` }]
    : [{ effect: 'narrower', rule: 'parts-introduced', reason: `has ${what} now` }];
}

/** The members of the list that are names; foreign servers may list other values. */
export function isRequired({ required }: Schema, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

/** Two named schemas; nothing if one is written out, and thus ends. */
function pairOf({ $ref: old }: Schema, { $ref: now }: Schema): string | undefined {
  return old === undefined || now === undefined ? undefined : `${old} ${now}`;
}

function textDifferences(one: Schema, other: Schema, argument: string): Difference[] {
  const changed = (['title', 'description'] as const).filter((text) => !isSame(one[text], other[text]));
  return [
    ...(isSame(one.default, other.default)
      ? []
      : [{ level: 'minor' as const, rule: 'default-changed', argument, reason: defaults(one, other) }]),
    ...changed.map((text) => ({
      level: 'patch' as const,
      rule: 'text-changed',
      argument,
      reason: `has another ${text}`,
    })),
  ];
}

function defaults({ default: old }: Schema, { default: now }: Schema): string {
  if (now === undefined) return `no longer has default, which was ${JSON.stringify(old)}`;
  const instead = old === undefined ? '' : ` instead of ${JSON.stringify(old)}`;
  return `has the default ${JSON.stringify(now)}${instead}`;
}
