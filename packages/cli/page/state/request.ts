// oxlint-disable-next-line no-restricted-imports -- all of core would come into the page
import { expand, parseTemplate } from '../../../core/src/resource/template-parts.js';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { type Draft, ownOf } from '../form/draft.js';
import { type Field, fieldsOf } from '../form/field.js';
import { textsOf, type Values, valuesOf, withoutSecrets } from '../form/values.js';
import { headerValue, MASK, type McpRequest, type Params } from '../server/mcp.js';

/** The label of the button that calls an item. */
export const VERBS = { prompt: 'Render', tool: 'Call', resource: 'Read' } as const;

export function fieldsIn({ schema, arguments: known }: DefinitionDetail): readonly Field[] {
  return fieldsOf(schema, schema, known);
}

/** The values of a form: as JSON for tools, as strings for prompts and resources. */
export function readDraft({ kind }: DefinitionDetail, fields: readonly Field[], draft: Draft): Values {
  return kind === 'tool' ? valuesOf(fields, draft) : textsOf(fields, draft);
}

/** The URI of a resource. */
export function uriOf({ entry }: DefinitionDetail, values: Values['values']): string {
  const { uri, uriTemplate } = entry as { readonly uri?: string; readonly uriTemplate?: string };
  return uri ?? expand(parseTemplate(uriTemplate ?? ''), values as Readonly<Record<string, string>>); // As `textsOf` has read them.
}

/** @param name the requested name, with or without a version */
export function requestOf(detail: DefinitionDetail, name: string, values: Values['values']): McpRequest {
  if (detail.kind === 'resource')
    return { method: 'resources/read', params: { uri: uriOf(detail, values) }, headers: {} };
  const params = { name, arguments: values };
  if (detail.kind === 'prompt') return { method: 'prompts/get', params, headers: {} };
  return { method: 'tools/call', params, headers: headersOf(detail, values) };
}

/** The request of a form, with masks for its secrets. */
export function maskedRequest(detail: DefinitionDetail, name: string, draft: Draft): McpRequest {
  const fields = fieldsIn(detail);
  return requestOf(detail, name, readDraft(detail, fields, withoutSecrets(fields, draft, MASK)).values);
}

/** A request with other params. Values that are still masked become the original values. */
export function editedRequest(
  detail: DefinitionDetail,
  { request, masked }: { readonly request: McpRequest; readonly masked: Params },
  edited: Params,
): McpRequest {
  const params = restoreMasked(edited, masked, request.params) as Params;
  const isTool = request.method === 'tools/call';
  return { ...request, params, headers: isTool ? headersOf(detail, (params['arguments'] ?? {}) as Params) : {} };
}

function restoreMasked(edited: unknown, masked: unknown, real: unknown): unknown {
  if (JSON.stringify(edited) === JSON.stringify(masked)) return real;
  if (typeof edited !== 'object' || edited === null) return edited;
  const [maskedOf, realOf] = [Object(masked) as Params, Object(real) as Params];
  const members = Object.entries(edited).map(([name, value]) => [
    name,
    restoreMasked(value, maskedOf[name], realOf[name]),
  ]);
  return Array.isArray(edited) ? members.map(([, value]) => value) : Object.fromEntries(members);
}

/** The arguments that clients repeat in headers for gateways that do not read the body. */
function headersOf({ schema }: DefinitionDetail, values: Values['values']): Record<string, string> {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Record<string, unknown>>>);
  const repeated = properties.flatMap(([name, { 'x-mcp-header': header }]) => {
    const value = ownOf(values, name);
    return typeof header === 'string' && value !== undefined
      ? [[`mcp-param-${header}`, headerValue(String(value))]]
      : [];
  });
  return Object.fromEntries(repeated) as Record<string, string>;
}

/** Whether a call may change something: any tool that does not declare itself read-only. */
export function mayChange({ kind, entry }: DefinitionDetail): boolean {
  const { annotations } = entry as { readonly annotations?: { readonly readOnlyHint?: boolean } };
  return kind === 'tool' && annotations?.readOnlyHint !== true;
}
