import { KINDS, type LabelRecord, type LabelState } from './label-record.js';

/**
 * The labels in a text.
 * @param where what the text is called in messages
 * @throws {TypeError} if it is none
 */
export function parsedState(text: string, where: string): LabelState {
  const { epoch, revision, records } = parsed(text, where);
  const isState = typeof epoch === 'string' && Number.isSafeInteger(revision) && Array.isArray(records);
  if (!isState || !records.every(isRecord))
    throw new TypeError(`${where} has no labels: write it with cuecard labels list --out`);
  return { epoch, revision: revision as number, records };
}

function parsed(text: string, where: string): Partial<LabelState> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch (cause) {
    throw new TypeError(`${where} is not JSON`, { cause });
  }
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);

const MEMBERS: { readonly [Key in keyof LabelRecord]: (value: unknown) => boolean } = {
  kind: (value) => KINDS.has(value),
  name: isText,
  label: isText,
  version: isTextOrNull,
  percent: (value) => value === null || typeof value === 'number',
  revision: Number.isSafeInteger,
  by: isText,
  why: isTextOrNull,
  at: isText,
  operation: isText,
};

function isRecord(given: unknown): given is LabelRecord {
  if (typeof given !== 'object' || given === null) return false;
  const record = given as Readonly<Record<string, unknown>>;
  return Object.entries(MEMBERS).every(([key, isRight]) => isRight(record[key]));
}
