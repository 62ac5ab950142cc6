import type { DefinitionDetail } from '../../src/playground/api.js';
import { type Field, itemOf, membersOf } from '../form/field.js';
import { type HttpMessage, MASK } from '../server/mcp.js';
import { uriOf } from '../state/request.js';

/** A command that sends a message. */
export function curlOf(url: string, { headers, message }: HttpMessage): string {
  const lines = [
    `curl ${shellString(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${headerString(name, value)}`),
    `-d ${shellString(JSON.stringify(message))}`,
  ];
  return lines.join(' \\\n  ');
}

/** A header for a shell. A masked value is taken from a variable, such as `$AUTHORIZATION`. */
function headerString(name: string, value: string): string {
  if (value !== MASK) return shellString(`${name}: ${value}`);
  return `"${name}: $${name.toUpperCase().replaceAll(/\W/g, '_')}"`;
}

/** A string that a shell takes as it is. */
function shellString(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const METHODS = { prompt: 'prompts.render', tool: 'tools.run' } as const;

/** The same call in TypeScript, with values as their class declares them. */
export function typedCall(
  detail: DefinitionDetail,
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): string {
  const { kind, className, method } = detail;
  if (kind === 'resource') return `await runtime.resources.read({ uri: ${stringLiteral(uriOf(detail, values))} });`;
  const handler = method === undefined ? className : `${className}, ${stringLiteral(method)}`;
  return `await runtime.${METHODS[kind]}(${handler}, ${objectLiteral(fields, values)});`;
}

function objectLiteral(fields: readonly Field[], values: Readonly<Record<string, unknown>>): string {
  const members = fields.flatMap((field) => {
    const { [field.name]: value } = values;
    return value === undefined ? [] : [`${field.property}: ${literal(field, value)}`];
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function literal(field: Field, value: unknown): string {
  const { type, schema } = field;
  if (type === 'object') return objectLiteral(membersOf(field), value as Readonly<Record<string, unknown>>);
  if (type === 'list')
    return `[${(value as readonly unknown[]).map((item, index) => literal(itemOf(field, index), item)).join(', ')}]`;
  if (typeof value !== 'string') return JSON.stringify(value);
  if (type === 'date') return `new Date(${stringLiteral(value)})`;
  if (schema['format'] === 'uri') return `new URL(${stringLiteral(value)})`;
  return schema['contentEncoding'] === 'base64'
    ? `Buffer.from(${stringLiteral(value)}, 'base64')`
    : stringLiteral(value);
}

function stringLiteral(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}
