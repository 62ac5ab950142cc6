import { type JsonSchema, resolved } from '../calls/json-schema.js';

/** The simplest value that a schema admits, without what is optional. Patterns and custom rules may refuse it. */
export function sampleOf(given: JsonSchema, root: JsonSchema): unknown {
  const schema = resolved(given, root);
  const named = namedValue(schema);
  if (named !== undefined) return named;
  switch (schema.type) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return false;
    case 'array':
      return sampleList(schema, root);
    case 'object':
      return sampleObject(schema, root);
    default:
      return {};
  }
}

function namedValue({ default: initial, const: only, enum: [first] = [] }: JsonSchema): unknown {
  return initial ?? only ?? first;
}

function sampleNumber({ minimum, exclusiveMinimum, maximum = Infinity }: JsonSchema): number {
  return minimum ?? (exclusiveMinimum === undefined ? Math.min(1, maximum) : exclusiveMinimum + 1);
}

function sampleList({ items = {}, minItems = 1 }: JsonSchema, root: JsonSchema): unknown[] {
  return Array.from({ length: minItems }, () => sampleOf(items, root));
}

function sampleObject({ properties = {}, required = [] }: JsonSchema, root: JsonSchema): object {
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, root)]));
}

const A_DATE = '2026-05-01';

function sampleText({
  format,
  contentEncoding,
  pattern,
  minLength = 0,
  'dev.cuecard/rules': rules = [],
}: JsonSchema): string {
  if (format === 'uri' || rules.includes('isUrl')) return 'https://example.com/';
  if (format === 'email' || rules.includes('isEmail')) return 'somebody@example.com';
  if (contentEncoding === 'base64') return 'YQ==';
  if (pattern !== undefined && new RegExp(pattern, 'u').test(A_DATE)) return A_DATE;
  return 'some text'.padEnd(minLength, '.');
}
