import type { ArgDefinition } from '../arguments/arg-definition.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { Client } from '../api/context.js';
import type { ClientProfile } from '../clients/client-profile.js';
import { choiceOfOne, choiceOfSeveral } from './choice.js';
import { type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { isTexts } from '../text/option-kinds.js';
import { prefill } from './prefill.js';
import type { ElicitRequest, ElicitResult, FormField } from '../protocol.js';

type Form = ElicitRequest['requestedSchema'];

/**
 * The first revision whose forms have choices of several values, titles of values, and initial values of all fields
 * (client/elicitation). Before, only booleans have an initial value.
 */
const CHOICES_SINCE = '2025-11-25';

/** Who is asked. */
interface FormClient {
  readonly client: Client | undefined;
  readonly profile: ClientProfile;
}

/** What the forms of a client can have. */
interface Abilities {
  readonly hasChoices: boolean;
  readonly hasNumbers: boolean;
}

/** The arguments of a form. */
interface FormContents {
  /** The arguments to fill in. */
  readonly names: readonly string[];
  /** The known arguments, if the form also offers all others, with these as initial values. */
  readonly known?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A form for arguments of a plan. Clients show single values and, since 2025-11-25, choices of several; other values
 * become strings, as in `prompts/get`.
 */
export function formOf(plan: ArgumentPlan, contents: FormContents, { client, profile }: FormClient): Form {
  const hasChoices = client === undefined || client.revision >= CHOICES_SINCE;
  const abilities = { hasChoices, hasNumbers: profile.formsLackNumbers !== true };
  const fields = plan.arguments.flatMap((arg): { arg: ArgDefinition; field: FormField }[] => {
    const field = offer(arg, contents, abilities);
    return field === undefined ? [] : [{ arg, field }];
  });
  const required = fields.filter(({ arg }) => arg.isAlwaysRequired).map(({ arg }) => arg.name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ arg, field }) => [arg.name, field])),
    ...(required.length > 0 && { required }),
  };
}

/** The field of an argument; `undefined` if the argument keeps its value because the form cannot show it. */
function offer(arg: ArgDefinition, { names, known }: FormContents, abilities: Abilities): FormField | undefined {
  const field = fieldOf(arg, abilities);
  const text = known?.[arg.name];
  const isAbsent = typeof text !== 'string' || (text === '' && !arg.allowEmpty);
  const shown = isAbsent ? field : showing(text, field, { arg, abilities });
  if (names.includes(arg.name)) return shown ?? field;
  return known === undefined || arg.isNested ? undefined : shown;
}

interface Showing {
  readonly arg: ArgDefinition;
  readonly abilities: Abilities;
}

function showing(text: string, field: FormField, { arg, abilities }: Showing): FormField | undefined {
  return abilities.hasChoices || field.type === 'boolean' ? prefill(field, arg, text) : undefined;
}

function fieldOf(arg: ArgDefinition, { hasChoices, hasNumbers }: Abilities): FormField {
  const schema = arg.schema(new SchemaDefinitions());
  const choosing = { schema, titles: arg.titles };
  const several = hasChoices ? choiceOfSeveral(choosing, arg.isAlwaysRequired) : undefined;
  if (several !== undefined) return { ...picked(schema, ['title', 'description'], 'string'), ...several };
  const { title, description } = arg.entry;
  const said = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  return { ...said, ...(choiceOfOne(choosing, hasChoices) ?? constraintsOf(schema, hasNumbers)) };
}

function constraintsOf(schema: JsonSchema, hasNumbers: boolean): FormField {
  switch (schema['type']) {
    case 'boolean':
      return { type: 'boolean', ...picked(schema, ['default'], 'boolean') };
    case 'number':
    case 'integer':
      if (!hasNumbers) return { type: 'string' };
      return { type: schema['type'], ...picked(schema, ['minimum', 'maximum', 'default'], 'number') };
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
    ...picked(schema, ['minLength', 'maxLength'], 'number'),
    ...(isFormat(format) && { format }),
    ...picked(schema, ['default'], 'string'),
  };
}

function picked(schema: JsonSchema, keywords: readonly string[], type: 'string' | 'number' | 'boolean'): object {
  return Object.fromEntries(keywords.flatMap((word) => (typeof schema[word] === type ? [[word, schema[word]]] : [])));
}

function isFormat(format: unknown): format is 'email' | 'uri' | 'date' | 'date-time' {
  return format === 'email' || format === 'uri' || format === 'date' || format === 'date-time';
}

/**
 * The submitted fields, as strings like arguments on the wire. Fields that were not requested are left out. A value that
 * no field has stays unchanged, which the arguments refuse: they are strings.
 */
export function fieldsOf(content: ElicitResult['content'], names: readonly string[]): Record<string, unknown> {
  const fields = Object.entries<unknown>(content ?? {}).filter(([name]) => names.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, textOf(value)]));
}

/** The values of a form are strings, numbers, booleans and arrays of strings (client/elicitation). */
function textOf(value: unknown): unknown {
  if (isTexts(value)) return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
