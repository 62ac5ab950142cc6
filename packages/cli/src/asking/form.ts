import type { Schema } from '@cuecard/testing/contract';
import { converted } from '../arguments/conversion.js';
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
  return text === '' ? undefined : converted(text, schema);
}

function validate(text: string, { schema, isRequired }: Field): true | string {
  if (text === '') return isRequired ? 'It is required' : true;
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return isNumber && Number.isNaN(Number(text)) ? 'It must be a number' : true;
}
