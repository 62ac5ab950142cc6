import { type Draft, type DraftValue, isDraft, type Path, pathText } from './draft.js';
import { type Field, itemOf, membersOf } from './field.js';

/** What a form says. */
export interface Values {
  readonly values: Readonly<Record<string, unknown>>;
  /** Fields that have to be filled in, by their labels. */
  readonly missing: readonly string[];
  /** What cannot be sent as it is typed, by the path of its field. */
  readonly faults: ReadonlyMap<string, string>;
}

interface Reading {
  readonly missing: string[];
  readonly faults: Map<string, string>;
}

/** The values of a draft as JSON. */
export function valuesOf(fields: readonly Field[], draft: Draft): Values {
  const reading: Reading = { missing: [], faults: new Map() };
  const values = objectOf(fields, draft, { path: [], reading });
  return { values, ...reading };
}

/** The values of a draft as texts, which is what prompts and URIs take; the server reads them. */
export function textsOf(fields: readonly Field[], draft: Draft): Values {
  const { values, missing, faults } = valuesOf(fields, draft);
  const texts = Object.entries(values).map(([name, value]) => {
    const typed = draft[name];
    return [name, typeof typed === 'string' ? typed : textOf(value)];
  });
  // A number that is none is judged by the server, whose words are better.
  const own = new Map([...faults].filter(([path]) => typeof draft[path] !== 'string'));
  const unread = fields.flatMap(({ name }) =>
    faults.has(name) && typeof draft[name] === 'string' ? [[name, draft[name]]] : [],
  );
  return { values: Object.fromEntries([...texts, ...unread]) as Values['values'], missing, faults: own };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface At {
  readonly path: Path;
  readonly reading: Reading;
}

function objectOf(fields: readonly Field[], draft: Draft, at: At): Record<string, unknown> {
  const members = fields.flatMap((field) => {
    const value = valueOf(field, draft[field.name], { ...at, path: [...at.path, field.name] });
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(members);
}

function valueOf(field: Field, typed: DraftValue | undefined, at: At): unknown {
  if (typed === undefined || typed === '') return emptyOf(field, at);
  switch (field.type) {
    case 'object':
      return objectOf(membersOf(field), isDraft(typed) ? typed : {}, at);
    case 'list':
      return Array.isArray(typed) ? listOf(field, typed as readonly DraftValue[], at) : undefined;
    case 'number':
    case 'integer':
      return numberOf(String(typed), at);
    case 'boolean':
      return typed === true || typed === 'true';
    case 'choice':
      return chosen(field, String(typed));
    case 'json':
      return jsonOf(String(typed), at);
    default:
      return typed;
  }
}

function emptyOf(field: Field, { path, reading }: At): unknown {
  if (!field.isRequired) return undefined;
  if (field.type === 'object') return objectOf(membersOf(field), {}, { path, reading });
  if (field.allowsEmpty) return '';
  reading.missing.push(field.label);
  return undefined;
}

function listOf(field: Field, items: readonly DraftValue[], { path, reading }: At): unknown[] {
  return items.map((item, index) => valueOf(itemOf(field, index), item, { path: [...path, index], reading }) ?? null);
}

function numberOf(typed: string, { path, reading }: At): number | undefined {
  const number = Number(typed);
  if (Number.isFinite(number)) return number;
  reading.faults.set(pathText(path), 'This must be a number');
  return undefined;
}

function jsonOf(typed: string, { path, reading }: At): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    reading.faults.set(pathText(path), 'This must be JSON: texts stand in quotes');
    return undefined;
  }
}

/** A choice of numbers is a number. */
function chosen({ schema }: Field, typed: string): unknown {
  const values = Array.isArray(schema['enum']) ? (schema['enum'] as readonly unknown[]) : [];
  return values.find((value) => String(value) === typed) ?? typed;
}

/** A draft that says these values, as someone would have typed them. */
export function draftOf(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Draft {
  const typed = fields.flatMap((field) => {
    const value = typedOf(field, values[field.name]);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(typed);
}

function typedOf(field: Field, given: unknown): DraftValue | undefined {
  if (given === undefined || given === null) return undefined;
  const value = isWritten(field, given) ? parsed(given) : given;
  switch (field.type) {
    case 'object':
      return isObject(value) ? draftOf(membersOf(field), value) : undefined;
    case 'list':
      return itemsOf(field, value);
    case 'json':
      return typeof given === 'string' && isWritten(field, given) ? given : JSON.stringify(value, null, 2);
    case 'date':
      return String(value).replace(/T00:00(:00(\.0+)?)?Z$/, '');
    default:
      return typeof value === 'boolean' ? value : scalarOf(value);
  }
}

function scalarOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function itemsOf(field: Field, value: unknown): DraftValue {
  const items = Array.isArray(value) ? value : String(value).split(',');
  return items.map((item, index) => typedOf(itemOf(field, index), item) ?? '');
}

/** Prompts get objects and lists as JSON texts; a log and a pasted JSON have them so. */
function isWritten({ type }: Field, value: unknown): value is string {
  return (
    typeof value === 'string' && (type === 'object' || type === 'list' || type === 'json') && parsed(value) !== value
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A draft without what must not be kept. */
export function withoutSecrets(fields: readonly Field[], draft: Draft): Draft {
  const kept = fields.flatMap((field) => {
    const value = draft[field.name];
    if (value === undefined || field.isSecret) return [];
    return [[field.name, field.type === 'object' && isDraft(value) ? withoutSecrets(membersOf(field), value) : value]];
  });
  return Object.fromEntries(kept) as Draft;
}
