// JSON Schemas of the results of `tools/call`, by revision. Unlike the schemas of the specification, these allow no
// other properties, because clients must not receive properties that their revision does not know.

const text = { type: 'string' };
const meta = { _meta: { type: 'object' } };

function closed(properties: object, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The closed schema of a result that contains only text. */
export function resultSchema(revision: string): object {
  const isKnown = revision >= '2025-06-18';
  const block = closed({ type: { const: 'text' }, text, ...(isKnown && meta) }, ['type', 'text']);
  const content = { type: 'array', minItems: 1, items: block };
  const structured = isKnown && { structuredContent: { type: 'object' } };
  return closed({ content, isError: { type: 'boolean' }, ...meta, ...structured }, ['content']);
}

const fault = closed(
  {
    argument: text,
    rule: text,
    message: { ...text, minLength: 1, maxLength: 2_000 },
    expected: text,
    suggestion: text,
  },
  ['argument', 'rule', 'message'],
);

const data = closed(
  { tool: text, errors: { type: 'array', minItems: 1, maxItems: 50, items: fault }, omitted: { type: 'integer' } },
  ['tool', 'errors'],
);

/** The closed schema of the error for invalid arguments before 2025-11-25. */
export const REFUSAL = closed({ code: { const: -32602 }, message: { ...text, minLength: 1 }, data }, [
  'code',
  'message',
  'data',
]);
