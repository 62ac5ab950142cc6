import { resolveReference, type Schema } from '@cuecard/testing/contract';

/** How deep alternatives are followed: some lead back to themselves. */
const DEEPEST = 4;

/**
 * A schema with what its reference and its alternatives say, as those have it that are made from types: `anyOf` of an integer
 * and null is of the types `integer` and `null`, and one of constants has them as its `enum`.
 * @param root where references begin
 */
export function settled(schema: Schema, root: Schema, depth = DEEPEST): Schema {
  const own = resolveReference(schema, root);
  if (depth === 0) return own;
  const alternatives = (own.anyOf ?? own.oneOf ?? []).map((each) => settled(each, root, depth - 1));
  return { ...merged(alternatives), ...own, ...valuesIn(own, alternatives) };
}

function valuesIn(own: Schema, alternatives: readonly Schema[]): Pick<Schema, 'enum' | 'type'> {
  const choices = own.enum ?? choicesIn(alternatives);
  const types = own.type ?? typesOf(alternatives, 'const' in own ? [own.const] : choices);
  return { ...(choices.length > 0 && { enum: choices }), ...(types.length > 0 && { type: types }) };
}

/** The constants, if there is nothing else to choose from. */
function choicesIn(alternatives: readonly Schema[]): readonly unknown[] {
  const all = alternatives.map((each) => each.enum ?? ('const' in each ? [each.const] : undefined));
  return all.includes(undefined) ? [] : all.flat();
}

function typesOf(alternatives: readonly Schema[], values: readonly unknown[]): string | readonly string[] {
  const named = alternatives.flatMap(({ type = [] }) => type);
  const [only = '', ...others] = new Set(named.length > 0 ? named : values.map(typeOf));
  return others.length > 0 ? [only, ...others] : only;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What an object or a list among the alternatives has inside. */
function merged(alternatives: readonly Schema[]): Pick<Schema, 'items' | 'properties' | 'required'> {
  const inner = alternatives.find(({ items, properties }) => items !== undefined || properties !== undefined);
  const { items, properties, required } = inner ?? {};
  return { ...(items && { items }), ...(properties && { properties }), ...(required && { required }) };
}
