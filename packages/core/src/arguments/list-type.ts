import { type ArgumentType, type Origin, ORIGINS, type Reading, refusal } from './argument-type.js';
import { type ArgumentFault, FAULTS_REPORTED } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { parseJson } from './scalar-types.js';

/** Longer lists are refused: `@ArrayUnique()` compares all pairs of items, and people do not type that many. */
export const MAX_ITEMS = 10_000;
const IN_JSON = { rule: 'isArray', expected: 'an array' };
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
    const [items, origin] = this.#itemsOf(value, reading.origin);
    const { names, isAnswer } = ORIGINS[origin];
    const isTooLong = names === 'wire' && !isAnswer && items !== undefined && items.length > MAX_ITEMS;
    if (items === undefined || isTooLong) {
      const isJson = ORIGINS[reading.origin].keepsEmpty;
      faults.push(refusal(isTooLong ? TOO_LONG : isJson ? IN_JSON : this, path));
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

  write(value: unknown): unknown {
    return (value as readonly unknown[]).map((item) => this.items.write(item)); // It has been read.
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    return { type: 'array', items: this.items.schema(definitions) };
  }

  #itemsOf(value: unknown, origin: Origin): [readonly unknown[] | undefined, Origin] {
    const isWritten = origin === 'text' || (origin === 'sent' && typeof value === 'string');
    if (!isWritten) return [Array.isArray(value) ? value : undefined, origin];
    const text = String(value).trim();
    if (text.startsWith('[')) {
      const json = parseJson(text);
      return [Array.isArray(json) ? json : undefined, origin === 'text' ? 'json' : origin];
    }
    const isBlank = text === '' && ORIGINS[origin].keepsEmpty;
    return [this.#areScalars && !isBlank ? partsOf(text) : undefined, 'text'];
  }
}

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
