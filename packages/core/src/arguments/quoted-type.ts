import type { Defect } from '../definition-error.js';

/** The types that other libraries name by a string, in lower case. */
const CONSTRUCTORS: ReadonlyMap<string, string> = new Map([
  ['string', 'String'],
  ['number', 'Number'],
  ['integer', 'Number'],
  ['boolean', 'Boolean'],
  ['bigint', 'BigInt'],
  ['date', 'Date'],
  ['url', 'URL'],
  ['json', 'JSON'],
  ['object', 'JSON'],
]);

/** The fault of a type that is named by a string, as in JSON Schema. */
export function quotedType(option: 'type' | 'items', written: string): Defect {
  const type = CONSTRUCTORS.get(written.toLowerCase());
  const replacement = type ?? 'a class, an enum, or a built-in type';
  return {
    id: 'argument-type-invalid',
    problem: `has the type ${JSON.stringify(written)}, which is a string`,
    remedy: `Write ${replacement}: @Arg({ ${option}: ${type ?? 'String'} })`,
  };
}
