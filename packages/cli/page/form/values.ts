import { type Draft, type DraftValue, isDraft, ownOf, type Path, pathText } from './draft.js';
import { type Field, type FieldType, itemOf, membersOf } from './field.js';

/** The maximum depth of recursive schemas. */
export const MAX_DEPTH = 8;

/** The values of a form. */
export interface Values {
  readonly values: Readonly<Record<string, unknown>>;
  /** The labels of empty required fields. */
  readonly missing: readonly string[];
  /** The errors of values that cannot be sent, by the path of the field. */
  readonly faults: ReadonlyMap<string, string>;
}

interface FormErrors {
  readonly missing: string[];
  readonly faults: Map<string, string>;
}

/** The values of a draft as JSON. */
export function valuesOf(fields: readonly Field[], draft: Draft): Values {
  const errors: FormErrors = { missing: [], faults: new Map() };
  const values = objectOf(fields, draft, { path: [], errors });
  return { values, ...errors };
}

/** The values of a draft as strings, for prompts and URIs. The server converts them. */
export function textsOf(fields: readonly Field[], draft: Draft): Values {
  const { values, missing, faults } = valuesOf(fields, draft);
  // Invalid numbers are sent as typed, because the server reports them better.
  const isTyped = (name: string) => typeof ownOf(draft, name) === 'string';
  const texts = fields.flatMap(({ name }) => {
    if (isTyped(name) && (faults.has(name) || Object.hasOwn(values, name))) return [[name, draft[name]]];
    const value = ownOf(values, name);
    return value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  const own = new Map([...faults].filter(([path]) => !isTyped(path)));
  return { values: Object.fromEntries(texts) as Values['values'], missing, faults: own };
}

interface ReadContext {
  readonly path: Path;
  readonly errors: FormErrors;
}

function objectOf(fields: readonly Field[], draft: Draft, at: ReadContext): Record<string, unknown> {
  const members = fields.flatMap((field) => {
    const value = valueOf(field, ownOf(draft, field.name), { ...at, path: [...at.path, field.name] });
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(members);
}

function valueOf(field: Field, typed: DraftValue | undefined, at: ReadContext): unknown {
  if (typed === undefined || typed === '') return emptyOf(field, at);
  const read = READERS[field.type];
  return read === undefined ? typed : read(field, typed, at);
}

type Reader = (field: Field, typed: DraftValue, at: ReadContext) => unknown;

/** The readers of values other than strings. */
const READERS: Partial<Readonly<Record<FieldType, Reader>>> = {
  object: (field, typed, at) => objectOf(membersOf(field), isDraft(typed) ? typed : {}, at),
  list: (field, typed, at) => (Array.isArray(typed) ? listOf(field, typed as readonly DraftValue[], at) : undefined),
  number: (_field, typed, at) => numberOf(String(typed), at),
  integer: (_field, typed, at) => numberOf(String(typed), at),
  boolean: (_field, typed) => String(typed) === 'true',
  choice: (field, typed) => choiceOf(field, String(typed)),
  json: (_field, typed, at) => jsonOf(String(typed), at),
};

function emptyOf(field: Field, { path, errors }: ReadContext): unknown {
  if (!field.isRequired) return undefined;
  if (field.type === 'object' && path.length <= MAX_DEPTH) return objectOf(membersOf(field), {}, { path, errors });
  if (field.allowsEmpty) return '';
  errors.missing.push(field.label);
  return undefined;
}

function listOf(field: Field, items: readonly DraftValue[], { path, errors }: ReadContext): unknown[] {
  return items.map((item, index) => valueOf(itemOf(field, index), item, { path: [...path, index], errors }) ?? null);
}

function numberOf(typed: string, { path, errors }: ReadContext): number | undefined {
  const number = Number(typed);
  if (Number.isFinite(number)) return number;
  errors.faults.set(pathText(path), 'Enter a number');
  return undefined;
}

function jsonOf(typed: string, { path, errors }: ReadContext): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    errors.faults.set(pathText(path), 'Enter JSON: strings need quotes');
    return undefined;
  }
}

/** Returns the choice as a value of the schema, such as a number. */
function choiceOf({ schema }: Field, typed: string): unknown {
  const values = Array.isArray(schema['enum']) ? (schema['enum'] as readonly unknown[]) : [];
  return values.find((value) => String(value) === typed) ?? typed;
}

/**
 * Returns a draft without secrets.
 * @param instead the replacement of a secret
 */
export function withoutSecrets(fields: readonly Field[], draft: Draft, instead?: string): Draft {
  const kept = fields.flatMap((field) => {
    const value = valueWithoutSecrets(field, ownOf(draft, field.name), instead);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(kept);
}

function valueWithoutSecrets(field: Field, value: DraftValue | undefined, instead?: string): DraftValue | undefined {
  if (value === undefined) return undefined;
  if (field.isSecret) return instead;
  if (field.type === 'object' && isDraft(value)) return withoutSecrets(membersOf(field), value, instead);
  if (field.type !== 'list' || !Array.isArray(value)) return value;
  const items = value as readonly DraftValue[];
  return items.map((item, index) => valueWithoutSecrets(itemOf(field, index), item, instead) ?? '');
}

/** The secrets of a draft. A secret object or list includes its values. */
export function secretsIn(fields: readonly Field[], draft: Draft): Draft {
  const secrets = fields.filter(({ name, isSecret }) => isSecret && ownOf(draft, name) !== undefined);
  return Object.fromEntries(secrets.map(({ name }) => [name, draft[name]]));
}
