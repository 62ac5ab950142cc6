import type { ArgDefinition } from '../arguments/arg-definition.js';
import { argumentOf, type ArgumentPlan } from '../arguments/argument-plan.js';
import type { Client } from '../api/context.js';
import type { ClientProfile } from '../clients/client-profile.js';
import { choicesOf, type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { areStrings, isObject } from '../text/option-kinds.js';
import type { ElicitRequest, ElicitResult, FormField, TitledValue } from '../protocol.js';
import { DEFAULT_LIMITS } from '../limits.js';
import type { ArgumentFault } from '../errors.js';

type Form = ElicitRequest['requestedSchema'];

/**
 * The first protocol revision with multiple choice, titles for values, and initial values for all fields
 * (client/elicitation). In older revisions, only boolean fields have initial values.
 */
const CHOICES_SINCE = '2025-11-25';

interface FormClient {
  readonly client: Client | undefined;
  readonly profile: ClientProfile;
}

interface FormFeatures {
  readonly hasChoices: boolean;
  readonly hasNumbers: boolean;
}

interface FormContents {
  readonly names: readonly string[];
  /** The arguments' current values, if the form also shows arguments that are not in `names`. */
  readonly known?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates a form for arguments. A field holds one value or, from protocol revision 2025-11-25 on, several values of a
 * list. Arguments of other types become string fields, as in `prompts/get`.
 */
export function createForm(plan: ArgumentPlan, contents: FormContents, { client, profile }: FormClient): Form {
  const hasChoices = client === undefined || client.revision >= CHOICES_SINCE;
  const features = { hasChoices, hasNumbers: profile.formsLackNumbers !== true };
  const fields = plan.arguments.flatMap((arg): { arg: ArgDefinition; field: FormField }[] => {
    const field = fieldFor(arg, contents, features);
    return field === undefined ? [] : [{ arg, field }];
  });
  const required = fields.filter(({ arg }) => arg.isAlwaysRequired).map(({ arg }) => arg.name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ arg, field }) => [arg.name, field])),
    ...(required.length > 0 && { required }),
  };
}

/**
 * Returns the field for an argument; `undefined` if the form does not have to show the argument and cannot show its
 * value.
 */
function fieldFor(arg: ArgDefinition, { names, known }: FormContents, features: FormFeatures): FormField | undefined {
  const field = emptyField(arg, features);
  const prefilled = prefillText(known?.[arg.name], field, arg, features);
  if (names.includes(arg.name)) return prefilled ?? field;
  return known === undefined || arg.rules.isNested ? undefined : prefilled;
}

/**
 * Returns the field, with the argument's value as its initial value; `undefined` if the field cannot show that value.
 */
function prefillText(
  text: unknown,
  field: FormField,
  arg: ArgDefinition,
  { hasChoices }: FormFeatures,
): FormField | undefined {
  if (typeof text !== 'string' || (text === '' && !arg.allowEmpty)) return field;
  return hasChoices || field.type === 'boolean' ? prefill(field, arg, text) : undefined;
}

function emptyField(arg: ArgDefinition, { hasChoices, hasNumbers }: FormFeatures): FormField {
  const schema = arg.schema(new SchemaDefinitions());
  const several = hasChoices ? multipleChoice(schema, arg) : undefined;
  if (several !== undefined) return { ...pickKeywords(schema, ['title', 'description'], 'string'), ...several };
  const { title, description } = arg.entry;
  const labels = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  return { ...labels, ...(singleChoice(schema, arg, hasChoices) ?? constraintsOf(schema, hasNumbers)) };
}

function constraintsOf(schema: JsonSchema, hasNumbers: boolean): FormField {
  switch (schema['type']) {
    case 'boolean':
      return { type: 'boolean', ...pickKeywords(schema, ['default'], 'boolean') };
    case 'number':
    case 'integer':
      if (!hasNumbers) return { type: 'string' };
      return { type: schema['type'], ...pickKeywords(schema, ['minimum', 'maximum', 'default'], 'number') };
    case 'string':
      return textField(schema);
    default:
      return { type: 'string' };
  }
}

function textField(schema: JsonSchema): FormField {
  const { format } = schema;
  return {
    type: 'string',
    ...pickKeywords(schema, ['minLength', 'maxLength'], 'number'),
    ...(isFormat(format) && { format }),
    ...pickKeywords(schema, ['default'], 'string'),
  };
}

function pickKeywords(schema: JsonSchema, keywords: readonly string[], type: 'string' | 'number' | 'boolean'): object {
  return Object.fromEntries(keywords.flatMap((word) => (typeof schema[word] === type ? [[word, schema[word]]] : [])));
}

function isFormat(format: unknown): format is 'email' | 'uri' | 'date' | 'date-time' {
  return format === 'email' || format === 'uri' || format === 'date' || format === 'date-time';
}

/**
 * Returns the submitted fields as strings, like prompt arguments on the wire. Fields that were not requested are
 * dropped. A value that no field can have stays unchanged. It is rejected later, because it is not a string.
 */
export function submittedValues(content: ElicitResult['content'], names: readonly string[]): Record<string, unknown> {
  const fields = Object.entries<unknown>(content ?? {}).filter(([name]) => names.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, toText(value)]));
}

/**
 * Converts a submitted value to a string. Forms submit strings, numbers, booleans and arrays of strings
 * (client/elicitation).
 */
function toText(value: unknown): unknown {
  if (areStrings(value)) return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/**
 * Returns a single-choice field; `undefined` if the schema lists no values.
 * @param hasOptions whether the client supports `oneOf` with titles, as from protocol revision 2025-11-25 on
 */
function singleChoice(schema: JsonSchema, { titles }: ArgDefinition, hasOptions: boolean): FormField | undefined {
  const values = choicesOf(schema);
  if (values === undefined) return undefined;
  const initial = schema['default'] === undefined ? {} : { default: String(schema['default']) };
  if (titles === undefined) return { type: 'string', enum: [...values], ...initial };
  const options = addTitles(values, titles);
  if (hasOptions) return { type: 'string', oneOf: options, ...initial };
  return { type: 'string', enum: [...values], enumNames: options.map(({ title }) => title), ...initial };
}

/**
 * Returns a multiple-choice field, for clients of protocol revision 2025-11-25 and later; `undefined` if the schema is
 * not an array of listed values. A required argument needs at least one value, because otherwise some clients send an
 * empty array.
 */
function multipleChoice(
  { type, items, minItems: declared, maxItems, default: initial }: JsonSchema,
  { titles, isAlwaysRequired }: ArgDefinition,
): (FormField & { type: 'array' }) | undefined {
  const minItems = declared ?? (isAlwaysRequired ? 1 : undefined);
  const values = type === 'array' && isObject(items) ? choicesOf(items) : undefined;
  if (values === undefined) return undefined;
  const choice = {
    type: 'array' as const,
    ...(typeof minItems === 'number' && { minItems }),
    ...(typeof maxItems === 'number' && { maxItems }),
    ...(Array.isArray(initial) && { default: initial.map(String) }),
  };
  if (titles === undefined) return { ...choice, items: { type: 'string', enum: [...values] } };
  return { ...choice, items: { anyOf: addTitles(values, titles) } };
}

function addTitles(values: readonly string[], titles: Readonly<Record<string, string>>): TitledValue[] {
  return values.map((value) => ({ const: value, title: Object.hasOwn(titles, value) ? String(titles[value]) : value }));
}

/** The maximum length of an initial value, which is sent to the client and back. */
const MAX_LENGTH = 1000;

/** Returns the field with an initial value; `undefined` if the field cannot show the value unchanged. */
function prefill(field: FormField, arg: ArgDefinition, text: string): FormField | undefined {
  if (field.type === 'string') return canShow(field, text) ? { ...field, default: text } : undefined;
  const value = arg.type.read(text, { origin: 'text', path: arg.name, faults: [], maxDepth: DEFAULT_LIMITS.maxDepth });
  if (field.type === 'boolean') return typeof value === 'boolean' ? { ...field, default: value } : undefined;
  if (field.type !== 'array') return typeof value === 'number' ? { ...field, default: value } : undefined;
  const values = Array.isArray(value) ? value.map(String) : undefined;
  const options = optionValues(field.items);
  return values?.every((each) => options.includes(each)) === true ? { ...field, default: values } : undefined;
}

/** Whether a field can show a string: a choice field shows its choices, a text field shows a short line. */
function canShow(field: FormField, text: string): boolean {
  if ('enum' in field) return field.enum.includes(text);
  if ('oneOf' in field) return optionValues({ anyOf: field.oneOf }).includes(text);
  return isShortLine(text);
}

/** Whether a string is short, and has no line breaks or other control characters. */
function isShortLine(text: string): boolean {
  return text.length <= MAX_LENGTH && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

function optionValues(choice: { enum: string[] } | { anyOf: TitledValue[] }): readonly string[] {
  return 'enum' in choice ? choice.enum : choice.anyOf.map((option) => option.const);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments that the user probably meant, for a host that gives each argument one word of the user's text.
 * If a later argument is wrong, all words become the value of the first argument.
 */
export function joinWords(
  values: Values,
  plan: ArgumentPlan,
  faults: readonly ArgumentFault[],
  { splitsWords }: ClientProfile,
): Values {
  const [first, ...later] = plan.arguments;
  if (splitsWords !== true || first?.acceptsAnyText !== true) return values;
  const faulty = new Set(faults.map(({ argument }) => argumentOf(argument)));
  const isRefused = later.some(({ name }) => faulty.has(name) && values[name] !== undefined);
  const words = plan.names.map((name) => values[name]).filter((word) => word !== undefined);
  const joined = words.join(' ');
  if (!isRefused || !words.every(isWord) || !isShortLine(joined)) return values;
  const valid = Object.entries(values).filter(([name]) => !faulty.has(name));
  return { ...Object.fromEntries(valid), [first.name]: joined };
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^\S+$/.test(value);
}
