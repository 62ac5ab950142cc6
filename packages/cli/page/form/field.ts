import type { ComponentChildren } from 'preact';
import type { ArgumentDetail } from '../../src/playground/api.js';
import type { DraftValue, Path } from './draft.js';
import type { FieldError } from './errors.js';
// oxlint-disable-next-line no-restricted-imports -- the whole contract would bring core into the page
import { describeBounds, resolveRules } from '../../../testing/src/contract/schema.js';

export type Schema = Readonly<Record<string, unknown>>;

export type FieldType =
  | 'text'
  | 'lines'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'date-time'
  | 'object'
  | 'list'
  | 'json';

/** A field of a form. */
export interface Field {
  readonly name: string;
  /** The property of the class that declares it. */
  readonly property: string;
  readonly label: string;
  readonly type: FieldType;
  readonly isRequired: boolean;
  readonly isCompleted: boolean;
  readonly isSecret: boolean;
  /** Whether an empty required field is sent as an empty string. */
  readonly allowsEmpty: boolean;
  readonly description?: string;
  /** The default as text. */
  readonly whenEmpty?: string;
  /** The rules of the value as text. */
  readonly rules: readonly string[];
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  readonly schema: Schema;
  readonly root: Schema;
}

/** The shared state of the fields of a form. */
export interface Form {
  /** The prefix of the ids of its elements. */
  readonly id: string;
  readonly set: (path: Path, value: DraftValue | undefined) => void;
  /** The errors of fields, by path. */
  readonly errors: ReadonlyMap<string, FieldError>;
  /** Suggestions for a value, best first. */
  readonly complete?: ((field: Field, typed: string, signal: AbortSignal) => Promise<readonly string[]>) | undefined;
}

/** The properties of a field component. */
export interface FieldProps {
  readonly field: Field;
  readonly path: Path;
  readonly value: DraftValue | undefined;
  readonly form: Form;
  /** An element after the label. */
  readonly action?: ComponentChildren;
}

type ArgumentFacts = Partial<Omit<ArgumentDetail, 'name'>>;

/** The fields of an object schema, in the order of its properties. */
export function fieldsOf(
  schema: Schema,
  root: Schema = schema,
  known: readonly ArgumentDetail[] = [],
): readonly Field[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const names = known.length > 0 ? known.map(({ name }) => name) : Object.keys(properties);
  return names.map((name) => {
    const about = known.find((each) => each.name === name);
    return fieldOf(properties[name] ?? {}, { name, root, isRequired: required.includes(name), about });
  });
}

interface FieldContext {
  readonly name: string;
  readonly root: Schema;
  readonly isRequired: boolean;
  readonly about?: ArgumentFacts | undefined;
}

/** Creates the field of a value. Nested fields are created on demand, because schemas may be recursive. */
function fieldOf(declared: Schema, { name, root, isRequired, about = {} }: FieldContext): Field {
  const schema: Schema = resolveRules(declared, root);
  const { title, description, default: initial } = schema;
  const type = typeOf(schema, about);
  return {
    name,
    property: about.property ?? name,
    label: typeof title === 'string' ? title : name,
    type,
    isRequired,
    isCompleted: about.isCompleted === true,
    isSecret: isSecret(name, schema),
    allowsEmpty: about.allowsEmpty === true,
    ...(typeof description === 'string' && { description }),
    ...(initial !== undefined && { whenEmpty: textOf(initial) }),
    rules: rulesOf(schema),
    choices: choicesOf(schema),
    schema,
    root,
  };
}

/** The fields of an object. */
export function membersOf({ schema, root, isSecret: isWithin }: Field): readonly Field[] {
  return fieldsOf(schema, root).map((field) => (isWithin ? { ...field, isSecret: true } : field));
}

/** The field of each item of a list. */
export function itemOf({ schema, root, label, isSecret: isWithin }: Field, index: number): Field {
  const field = fieldOf((schema['items'] ?? {}) as Schema, { name: String(index), root, isRequired: true });
  const own = field.label === field.name ? `${label} ${index + 1}` : field.label;
  return { ...field, label: own, isSecret: isWithin || field.isSecret };
}

const DATE = '^(\\d{4}-\\d\\d-\\d\\d)';

function typeOf(schema: Schema, about: ArgumentFacts): FieldType {
  const { type, items } = schema;
  if (choicesOf(schema).length > 0) return type === 'boolean' ? type : 'choice';
  switch (type) {
    case 'number':
    case 'integer':
      return type;
    case 'object':
      return hasMembers(schema) ? 'object' : 'json';
    case 'array':
      return items === undefined ? 'json' : 'list';
    case 'string':
      return typeOfText(schema, about);
    default:
      return 'json';
  }
}

function hasMembers({ properties, additionalProperties }: Schema): boolean {
  return properties !== undefined || additionalProperties === false;
}

function typeOfText({ format, pattern }: Schema, { mayHaveLines }: ArgumentFacts): FieldType {
  if (format === 'date' || format === 'date-time') return format;
  if (typeof pattern === 'string' && pattern.startsWith(DATE)) return 'date';
  return mayHaveLines === true ? 'lines' : 'text';
}

/** The choices of a schema. Elicitations list them with titles: for one choice in `oneOf`, for several in `anyOf`. */
function choicesOf({ type, enum: listed, const: only, anyOf, oneOf = anyOf }: Schema): Field['choices'] {
  const values = only === undefined ? (listed ?? (type === 'boolean' ? [true, false] : undefined)) : [only];
  if (Array.isArray(values)) return values.map((value) => ({ value: String(value), title: String(value) }));
  const options = (oneOf ?? []) as readonly Schema[];
  return options.map(({ const: value, title = value }) => ({ value: String(value), title: String(title) }));
}

/** Whether a value must not be stored, according to the schema, a rule or the name. */
function isSecret(name: string, { format, writeOnly, 'dev.cuecard/rules': rules }: Schema): boolean {
  if (format === 'password' || writeOnly === true) return true;
  const isRuled = Array.isArray(rules) && rules.includes('isStrongPassword');
  return isRuled || /(password|passphrase|secret|api_?key)$/i.test(name);
}

function rulesOf(schema: Schema): readonly string[] {
  const bounds = describeBounds(schema);
  const { format } = schema;
  return typeof format === 'string' && !format.startsWith('date') ? [format, ...bounds] : bounds;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
