import type { Schema } from '@cuecard/testing/contract';
import type { Session } from '../session/session.js';
import { askChoice, askSuggested, askText } from './questions.js';

/** Completes the typed text. */
export type Suggest = (typed: string) => Promise<readonly string[]>;

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly suggest?: Suggest | undefined;
}

/** Asks for each field of a schema. Omits optional fields that are left empty. */
export async function askForm(session: Session, schema: Schema): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, own] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) === true;
    const answer = await askField(session, { name, schema: own, isRequired });
    if (answer !== undefined) answers[name] = answer;
  }
  return answers;
}

/** Asks for one value. */
export async function askField(session: Session, field: Field): Promise<unknown> {
  const { name, schema, isRequired, suggest } = field;
  const message = schema.description === undefined ? name : `${name} (${schema.description})`;
  const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
  if (choices !== undefined) {
    const all = isRequired ? choices : [...choices, undefined];
    return askChoice(
      session,
      message,
      all.map((value) => ({ name: String(value ?? '(none)'), value })),
    );
  }
  const check = (text: string) => validate(text, field);
  const text =
    suggest === undefined
      ? await askText(session, message, check)
      : await askSuggested(session, message, { suggest, check });
  return text === '' ? undefined : convert(text, schema);
}

function validate(text: string, { schema, isRequired }: Field): true | string {
  if (text === '') return isRequired ? 'Enter a value' : true;
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return isNumber && Number.isNaN(Number(text)) ? 'Enter a number' : true;
}

/** Converts a string to the type of a schema. Returns other strings unchanged, so that the server reports them. */
export function convert(value: string, schema: Schema): unknown {
  if (hasType(schema, 'string')) return value;
  if (hasType(schema, 'number') || hasType(schema, 'integer')) return value.trim() === '' ? value : numberOr(value);
  if (hasType(schema, 'boolean')) return BOOLEANS.get(value.toLowerCase()) ?? value;
  return hasType(schema, 'object') || hasType(schema, 'array') ? jsonOr(value) : value;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

function numberOr(value: string): unknown {
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}

function jsonOr(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Whether a schema accepts values of a type. */
export function hasType({ type }: Schema, expected: string): boolean {
  return Array.isArray(type) ? type.includes(expected) : type === expected;
}
