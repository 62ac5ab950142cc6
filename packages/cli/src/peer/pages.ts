import type { KindName, ListedPrompt, ListedResource, ListedTool, ResourceTemplate } from '@cuecard/core';
import { Problem, ExitCode } from '../outcome/problem.js';
import type { Offered } from './peer.js';
import type { ArgumentSchema } from '../arguments/conversion.js';

type Asked = 'prompts/list' | 'tools/list' | 'resources/list' | 'resources/templates/list';

/** Asks for one page of a list. */
export type AskPage = (method: Asked, cursor: string | undefined) => Promise<Readonly<Record<string, unknown>>>;

interface List {
  readonly method: Asked;
  readonly member: string;
  readonly toOffered: (entry: never) => Offered;
}

const LISTS: Readonly<Record<KindName, readonly List[]>> = {
  prompt: [{ method: 'prompts/list', member: 'prompts', toOffered: offeredPrompt }],
  tool: [{ method: 'tools/list', member: 'tools', toOffered: offeredTool }],
  resource: [
    { method: 'resources/list', member: 'resources', toOffered: offeredResource },
    { method: 'resources/templates/list', member: 'resourceTemplates', toOffered: offeredTemplate },
  ],
};

/** The maximum number of pages of a list: a server may invent a new cursor each time. */
const MAX_PAGES = 1_000;

/** The entries of all pages of the lists of a kind. */
export function allOffered(kind: KindName, ask: AskPage): Promise<readonly Offered[]> {
  return allEntries(kind, ask, ({ toOffered }, entry) => toOffered(entry as never));
}

/** The same entries, as they come. */
export function allListed(kind: KindName, ask: AskPage): Promise<readonly ListedEntry[]> {
  return allEntries(kind, ask, (_, entry) => entry as ListedEntry);
}

/** An entry of a list, with its members of any kind. */
export type ListedEntry = Readonly<Record<string, unknown>> & { readonly name: string };

async function allEntries<Made>(
  kind: KindName,
  ask: AskPage,
  made: (list: List, entry: unknown) => Made,
): Promise<readonly Made[]> {
  const found: Made[] = [];
  for (const list of LISTS[kind]) {
    const { method, member } = list;
    let cursor: string | undefined;
    const followed = new Set<string>();
    for (;;) {
      const page = await ask(method, cursor);
      found.push(...((page[member] ?? []) as unknown[]).map((entry) => made(list, entry)));
      cursor = (page['nextCursor'] as string | undefined) || undefined; // Some end with an empty one.
      if (cursor === undefined) break;
      if (followed.has(cursor)) throw endless(method, 'a cursor leads back to where it came from');
      followed.add(cursor);
      if (followed.size === MAX_PAGES) throw endless(method, `${MAX_PAGES} pages came, and the last names another`);
    }
  }
  return found;
}

function endless(method: Asked, reason: string): Problem {
  const summary = `The pages of ${method} have no end: ${reason}`;
  return new Problem({ code: 'answer-invalid', summary, exitCode: ExitCode.connection });
}

/** The key under which servers of ours list the full schema of a prompt's arguments. */
const SCHEMA = 'dev.cuecard/schema';

function offeredPrompt(prompt: ListedPrompt): Offered {
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

function offeredTool(tool: ListedTool): Offered {
  const schema = tool.inputSchema as ArgumentSchema;
  return { ...commonOf(tool), kind: 'tool', schema, isReadOnly: tool.annotations?.readOnlyHint === true };
}

function offeredResource(resource: ListedResource): Offered {
  return { ...commonOf(resource), kind: 'resource', uri: resource.uri, schema: {}, isReadOnly: true };
}

function offeredTemplate(template: ResourceTemplate): Offered {
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
