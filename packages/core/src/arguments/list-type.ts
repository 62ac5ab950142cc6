import { type ArgumentType, type Origin, ORIGINS, type Reading, refusal } from './argument-type.js';
import { type ArgumentFault, FAULTS_REPORTED } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { parseJson } from './parsed-json.js';

/** Longer lists are refused: `@ArrayUnique()` compares all pairs of items, and people do not type that many. */
export const MAX_ITEMS = 10_000;
type Refused = Parameters<typeof refusal>[0];

const NO_ARRAY = { rule: 'isArray', expected: 'an array' };
const TOO_LONG = { rule: 'arrayMaxSize', expected: `a list of at most ${MAX_ITEMS} items` };

/** An array whose items have one type. */
export class ListType implements ArgumentType {
  readonly rule = 'isArray';
  readonly expected: string;
  readonly items: ArgumentType;
  readonly #areScalars: boolean;

  constructor(items: ArgumentType, areScalars: boolean) {
    this.items = items;
    this.#areScalars = areScalars;
    this.expected = areScalars ? 'a comma-separated list or a JSON array' : 'a JSON array';
  }

  read(value: unknown, reading: Reading): unknown {
    const { path, faults } = reading;
    const [items, origin] = this.#itemsOf(value, reading);
    const refused = this.#refusedFor(items, reading.origin);
    if (items === undefined || refused !== undefined) {
      faults.push(refusal(refused ?? this, path));
      return undefined;
    }
    const read: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const place = `${path}[${index}]`;
      if (origin === 'text' && item === '') faults.push(emptyItem(place));
      else read.push(this.items.read(item, { ...reading, origin, path: place }));
      if (faults.length > FAULTS_REPORTED) return undefined;
    }
    return read;
  }

  /** What a value should be instead; `undefined` if it is an acceptable list, or has another type than text can have. */
  #refusedFor(items: readonly unknown[] | undefined, origin: Origin): Refused | undefined {
    const { names, keepsEmpty, isAnswer } = ORIGINS[origin];
    if (items === undefined) return keepsEmpty ? NO_ARRAY : undefined;
    return names === 'wire' && !isAnswer && items.length > MAX_ITEMS ? TOO_LONG : undefined;
  }

  write(value: unknown): unknown {
    return (value as readonly unknown[]).map((item) => this.items.write(item)); // It has been read.
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    return { type: 'array', items: this.items.schema(definitions) };
  }

  #itemsOf(value: unknown, { origin, maxDepth }: Reading): Items {
    if (origin === 'text') return this.#writtenIn(String(value).trim(), 'json', maxDepth);
    if (origin !== 'sent' || typeof value !== 'string') return [Array.isArray(value) ? value : undefined, origin];
    const text = value.trim();
    return text === '' ? [undefined, origin] : this.#writtenIn(text, origin, maxDepth); // An empty string is a value, but no list.
  }

  /** @param inJson the origin of items that are JSON */
  #writtenIn(text: string, inJson: Origin, maxDepth: number): Items {
    if (!text.startsWith('[')) return [this.#areScalars ? partsOf(text) : undefined, 'text'];
    const json = parseJson(text, maxDepth);
    return [Array.isArray(json) ? json : undefined, inJson];
  }
}

/** The items of a list, and their origin; `undefined` if the value is not a list. */
type Items = [readonly unknown[] | undefined, Origin];

/** The parts between commas. A trailing comma adds nothing: people leave it there. */
function partsOf(text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/,$/, '')
        .split(',')
        .map((part) => part.trim());
}

/** An empty item must be written as JSON: two commas in a row are more often a slip. */
function emptyItem(path: string): ArgumentFault {
  return { argument: path, rule: 'isNotEmpty', message: `${path} must not be empty`, expected: 'not empty' };
}
