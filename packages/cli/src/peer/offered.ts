import type { ListedPrompt, ListedResource, ListedTool, ResourceTemplate } from '@cuecard/core';
import type { ArgumentSchema } from '../arguments/argument-schema.js';
import type { Offered } from './peer.js';

/** The key under which servers of ours list the full schema of a prompt's arguments. */
const SCHEMA = 'dev.cuecard/schema';

export function offeredPrompt(prompt: ListedPrompt): Offered {
  const { arguments: args = [] } = prompt;
  const properties = Object.fromEntries(
    args.map(({ name, description }) => [name, { type: 'string', ...(description !== undefined && { description }) }]),
  );
  const required = args.filter((each) => each.required).map(({ name }) => name);
  return {
    ...commonOf(prompt),
    kind: 'prompt',
    schema: schemaIn(prompt) ?? { properties, required },
    isReadOnly: true,
  };
}

export function offeredTool(tool: ListedTool): Offered {
  const schema = tool.inputSchema as ArgumentSchema;
  return { ...commonOf(tool), kind: 'tool', schema, isReadOnly: tool.annotations?.readOnlyHint === true };
}

export function offeredResource(resource: ListedResource): Offered {
  return { ...commonOf(resource), kind: 'resource', uri: resource.uri, schema: {}, isReadOnly: true };
}

export function offeredTemplate(template: ResourceTemplate): Offered {
  const variables = [...template.uriTemplate.matchAll(/\{([+#./;?&]?)([^}]+)\}/g)].flatMap(([, sign = '', list = '']) =>
    list.split(',').map((each) => ({ name: each.replace(/[*:].*$/, ''), isRequired: !/[;?&]/.test(sign) })),
  );
  const properties = Object.fromEntries(variables.map(({ name }) => [name, { type: 'string' }]));
  const required = variables.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const schema = schemaIn(template) ?? { properties, required };
  return { ...commonOf(template), kind: 'resource', uri: template.uriTemplate, schema, isReadOnly: true };
}

interface Entry {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

function commonOf({ name, title, description }: Entry): Pick<Offered, 'name' | 'title' | 'description'> {
  return { name, ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

function schemaIn({ _meta }: Entry): ArgumentSchema | undefined {
  return _meta?.[SCHEMA] as ArgumentSchema | undefined;
}
