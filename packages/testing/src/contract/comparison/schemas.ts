import type { Schema } from '../manifest/manifest.js';
import { resolveReference } from '../schema.js';
import type { Difference, Level, Effect } from './change.js';
import { effectsOf, isPlainText } from './keywords.js';
import { isObject, isSame, onlyIn } from './sets.js';

/** The level of each difference. Input must not become narrower, and output must not become wider. */
const LEVELS = {
  input: { removed: 'major', added: 'minor', addedRequired: 'major', nowRequired: 'major', nowOptional: 'minor' },
  output: { removed: 'major', added: 'minor', addedRequired: 'minor', nowRequired: 'minor', nowOptional: 'major' },
} as const;

const EFFECTS: Readonly<Record<'input' | 'output', Readonly<Record<Effect['effect'], Level>>>> = {
  input: { narrower: 'major', wider: 'minor', incomparable: 'major' },
  output: { narrower: 'minor', wider: 'major', incomparable: 'major' },
};

interface SchemaOptions {
  readonly direction: 'input' | 'output';
  /**
   * Whether arguments are strings on the wire. If so, an argument that becomes a plain string accepts all earlier
   * values. Values inside an argument are JSON.
   */
  readonly isText?: boolean;
}

/** Compares the schemas of two objects, such as the arguments of a definition, property by property. */
export function objectDifferences(one: Schema, other: Schema, options: SchemaOptions): Difference[] {
  return new SchemaComparison(one, other, options).compareMembers(one, other, '');
}

/** The path of a value, and whether it is sent as a string. */
interface ValueLocation {
  readonly path: string;
  readonly isText: boolean;
}

class SchemaComparison {
  readonly #oldRoot: Schema;
  readonly #newRoot: Schema;
  readonly #options: SchemaOptions;
  /**
   * The pairs of named schemas whose comparison has not ended. Such a pair is not compared again, because classes may
   * refer to themselves.
   */
  readonly #unfinished = new Set<string>();
  /**
   * The pairs that were compared before. A second comparison of a pair skips the pairs that its schemas refer to. For
   * classes that refer to each other, comparing everything again would take exponential time.
   */
  readonly #compared = new Set<string>();
  /** Whether the current pair, or a pair that contains it, was compared before. */
  #isRepeated = false;

  constructor(old: Schema, now: Schema, options: SchemaOptions) {
    this.#oldRoot = old;
    this.#newRoot = now;
    this.#options = options;
  }

  compareMembers(one: Schema, other: Schema, path: string): Difference[] {
    // Ignores null, which other servers may send for a missing keyword.
    const [old, now] = [one.properties ?? {}, other.properties ?? {}];
    const [names, newNames] = [Object.keys(old), Object.keys(now)];
    const kept = names.filter((name) => newNames.includes(name));
    const isText = this.#options.isText === true && path === ''; // Properties of an argument are JSON.
    return [
      ...onlyIn(names, newNames).map((name) => this.#removal(path + name)),
      ...onlyIn(newNames, names).map((name) => this.#addition(path + name, isRequired(other, name))),
      ...kept.flatMap((name) => [
        ...this.#presence(path + name, isRequired(one, name), isRequired(other, name)),
        ...this.#compare(old[name] ?? {}, now[name] ?? {}, { path: path + name, isText }),
      ]),
    ];
  }

  #removal(argument: string): Difference {
    const { direction } = this.#options;
    const reason = direction === 'input' ? 'was removed, and unknown arguments are rejected' : 'was removed';
    return { level: LEVELS[direction].removed, rule: 'argument-removed', argument, reason };
  }

  #addition(argument: string, isNeeded: boolean): Difference {
    const asks = LEVELS[this.#options.direction];
    return isNeeded
      ? { level: asks.addedRequired, rule: 'required-argument-added', argument, reason: 'is new and required' }
      : { level: asks.added, rule: 'optional-argument-added', argument, reason: 'is new and optional' };
  }

  #presence(argument: string, was: boolean, is: boolean): Difference[] {
    if (was === is) return [];
    const asks = LEVELS[this.#options.direction];
    return is
      ? [{ level: asks.nowRequired, rule: 'argument-required', argument, reason: 'is required now' }]
      : [{ level: asks.nowOptional, rule: 'argument-optional', argument, reason: 'is optional now' }];
  }

  #compare(old: Schema, now: Schema, place: ValueLocation): Difference[] {
    const pair = refPairKey(old, now);
    if (pair === undefined) return this.#resolveAndCompare(old, now, place);
    if (this.#unfinished.has(pair) || (this.#isRepeated && this.#compared.has(pair))) return [];
    const wasRepeated = this.#isRepeated;
    this.#isRepeated ||= this.#compared.has(pair);
    this.#compared.add(pair);
    this.#unfinished.add(pair);
    const found = this.#resolveAndCompare(old, now, place);
    this.#unfinished.delete(pair);
    this.#isRepeated = wasRepeated;
    return found;
  }

  #resolveAndCompare(old: Schema, now: Schema, place: ValueLocation): Difference[] {
    const [one, other] = [resolveReference(old, this.#oldRoot), resolveReference(now, this.#newRoot)];
    return [...this.#compareResolved(one, other, place), ...textDifferences(one, other, place.path)];
  }

  #compareResolved(one: Schema, other: Schema, { path, isText }: ValueLocation): Difference[] {
    const isLifted = isText && isPlainText(other) && !isPlainText(one);
    if (isLifted)
      return [this.#toDifference({ effect: 'wider', rule: 'any-text', reason: 'accepts any string now' }, path)];
    return [
      ...effectsOf(one, other).map((effect) => this.#toDifference(effect, path)),
      ...this.#compareParts(one, other, path),
    ];
  }

  #compareParts(one: Schema, other: Schema, path: string): Difference[] {
    const hasItems = isObject(one.items) && isObject(other.items);
    const hasMembers = isObject(one.properties) && isObject(other.properties);
    const presence = [
      ...(hasItems ? [] : presenceEffect(one.items, other.items, 'a schema for its items')),
      ...(hasMembers ? [] : presenceEffect(one.properties, other.properties, 'declared properties')),
    ];
    return [
      ...presence.map((effect) => this.#toDifference(effect, path)),
      ...(hasItems ? this.#compare(one.items, other.items, { path: `${path}[]`, isText: false }) : []),
      ...(hasMembers ? this.compareMembers(one, other, `${path}.`) : []),
    ];
  }

  #toDifference({ effect, rule, reason }: Effect, argument: string): Difference {
    return { level: EFFECTS[this.#options.direction][effect], rule, argument, reason };
  }
}

/** Returns the effect of a keyword that only one of two schemas has. */
function presenceEffect(one: unknown, other: unknown, subject: string): Effect[] {
  if (isObject(one) === isObject(other)) return [];
  return isObject(one)
    ? [{ effect: 'wider', rule: 'parts-lifted', reason: `no longer has ${subject}` }]
    : [{ effect: 'narrower', rule: 'parts-introduced', reason: `has ${subject} now` }];
}

/** Whether a property is required. Other servers may send an invalid `required`. */
export function isRequired({ required }: Schema, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

/**
 * Returns a key for two named schemas, or `undefined` if either is inline, because an inline schema cannot refer to
 * itself.
 */
function refPairKey({ $ref: old }: Schema, { $ref: now }: Schema): string | undefined {
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
      reason: `has a different ${text}`,
    })),
  ];
}

function defaults({ default: old }: Schema, { default: now }: Schema): string {
  if (now === undefined) return `no longer has a default, which was ${JSON.stringify(old)}`;
  const instead = old === undefined ? '' : ` instead of ${JSON.stringify(old)}`;
  return `has the default ${JSON.stringify(now)}${instead}`;
}
