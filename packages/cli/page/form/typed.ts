import { type Draft, type DraftValue, ownOf } from './draft.js';
import { type Field, type FieldType, itemOf, membersOf } from './field.js';

/** Converts values into a draft, as a user would have typed them. */
export function draftOf(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Draft {
  const typed = fields.flatMap((field) => {
    const value = draftValueOf(field, ownOf(values, field.name));
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(typed);
}

function draftValueOf(field: Field, input: unknown): DraftValue | undefined {
  if (input === undefined || input === null) return undefined;
  const value = isJsonString(field, input) ? parseJson(input) : input;
  const type = TYPERS[field.type];
  if (type !== undefined) return type(field, value);
  return typeof value === 'boolean' ? value : scalarOf(value);
}

type Typer = (field: Field, value: unknown) => DraftValue | undefined;

/** Converts values other than scalars into drafts. */
const TYPERS: Partial<Readonly<Record<FieldType, Typer>>> = {
  object: (field, value) => (isObject(value) ? draftOf(membersOf(field), value) : undefined),
  list: itemsOf,
  json: (_field, value) => JSON.stringify(value, null, 2),
  date: (_field, value) => String(value).replace(/T00:00(:00(\.0+)?)?Z$/, ''),
};

function scalarOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function itemsOf(field: Field, value: unknown): DraftValue {
  const items = Array.isArray(value) ? value : String(value).split(',');
  return items.map((item, index) => draftValueOf(itemOf(field, index), item) ?? '');
}

/** Whether an object or list is a JSON string, as in the arguments of prompts. */
function isJsonString({ type }: Field, value: unknown): value is string {
  return (
    typeof value === 'string' && (type === 'object' || type === 'list' || type === 'json') && parseJson(value) !== value
  );
}

/** The object in a JSON text, if it contains one. */
export function objectIn(text: string | null): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text ?? '');
  return isObject(value) ? value : undefined;
}

/** The value of a JSON text; the text itself if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
