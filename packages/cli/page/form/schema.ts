// oxlint-disable-next-line no-restricted-imports -- the whole contract would bring core into the page
import { describeBounds, resolveReference } from '../../../testing/src/contract/schema.js';

export { describeBounds };

export type Schema = Readonly<Record<string, unknown>>;

/** How deep alternatives are followed: a schema may contain itself. */
const MAX_DEPTH = 50;

/** A schema with the members of its reference, and with those of its alternative if there is only one. */
export function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > MAX_DEPTH) return {};
  const within = (each: Schema) => resolved(each, root, depth + 1);
  const { anyOf, oneOf, allOf, ...own } = resolveReference(schema, root);
  if (Array.isArray(allOf)) return (allOf as Schema[]).reduce((all, each) => ({ ...within(each), ...all }), own);
  const options = schemasIn(anyOf ?? oneOf);
  const [only, ...others] = options ?? [];
  if (only !== undefined && others.length === 0) return { ...within(only), ...own };
  return options === undefined ? own : { ...own, oneOf: options };
}

/** Those that accept more than `null`. */
function schemasIn(given: unknown): readonly Schema[] | undefined {
  return Array.isArray(given) ? (given as Schema[]).filter(({ type }) => type !== 'null') : undefined;
}
