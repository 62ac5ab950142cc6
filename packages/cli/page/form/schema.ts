import { referred } from '../../src/arguments/conversion.js';

export type Schema = Readonly<Record<string, unknown>>;

/** How often a schema may refer to another one in a row. */
const MAX_REFERENCES = 50;

/** A schema with what it refers to; one that only refers to itself says nothing. */
export function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > MAX_REFERENCES) return {};
  const within = (each: Schema) => resolved(each, root, depth + 1);
  const { $ref, anyOf, oneOf, allOf, ...own } = schema;
  if (typeof $ref === 'string') return { ...within(referred($ref, root) as Schema), ...own };
  if (Array.isArray(allOf)) return (allOf as Schema[]).reduce((all, each) => ({ ...within(each), ...all }), own);
  const options = schemasIn(anyOf ?? oneOf);
  const [only, ...others] = options ?? [];
  if (only !== undefined && others.length === 0) return { ...within(only), ...own };
  return options === undefined ? schema : { ...own, oneOf: options };
}

/** Those that accept more than `null`. */
function schemasIn(given: unknown): readonly Schema[] | undefined {
  return Array.isArray(given) ? (given as Schema[]).filter(({ type }) => type !== 'null') : undefined;
}
