import type { KindName, ToolAnnotations } from '@cuecard/core';
import { contractOfEntry, type ListEntry, type Schema, schemaOfEntry } from '@cuecard/testing/contract';
import { Problem, ExitCode } from '../outcome/problem.js';
import type { Offered } from './peer.js';

type Asked = 'prompts/list' | 'tools/list' | 'resources/list' | 'resources/templates/list';

/** Asks for one page of a list. */
export type AskPage = (method: Asked, cursor: string | undefined) => Promise<Readonly<Record<string, unknown>>>;

interface List {
  readonly method: Asked;
  readonly member: string;
}

const LISTS: Readonly<Record<KindName, readonly List[]>> = {
  prompt: [{ method: 'prompts/list', member: 'prompts' }],
  tool: [{ method: 'tools/list', member: 'tools' }],
  resource: [
    { method: 'resources/list', member: 'resources' },
    { method: 'resources/templates/list', member: 'resourceTemplates' },
  ],
};

/** The maximum number of pages of a list: a server may invent a new cursor each time. */
const MAX_PAGES = 1_000;

/** The entries of all pages of the lists of a kind. */
export async function allOffered(kind: KindName, ask: AskPage): Promise<readonly Offered[]> {
  return (await allListed(kind, ask)).map((entry) => offeredOf(kind, entry));
}

/** The same entries, as the server lists them. */
export async function allListed(kind: KindName, ask: AskPage): Promise<readonly ListEntry[]> {
  const found: ListEntry[] = [];
  for (const { method, member } of LISTS[kind]) {
    let cursor: string | undefined;
    const followed = new Set<string>();
    for (;;) {
      const page = await ask(method, cursor);
      found.push(...((page[member] ?? []) as ListEntry[]));
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

function offeredOf(kind: KindName, entry: ListEntry): Offered {
  const contract = contractOfEntry(kind, entry);
  const { name, title, description, uriTemplate, uri = uriTemplate } = contract;
  const isReadOnly = (contract.annotations as ToolAnnotations | undefined)?.readOnlyHint === true;
  return {
    kind,
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(uri !== undefined && { uri }),
    schema: schemaOfEntry(entry) ?? variablesIn(uriTemplate ?? ''), // A contract has no arguments without names.
    isReadOnly: kind !== 'tool' || isReadOnly,
  };
}

/** The variables of a template as the schema of texts, for servers that list no schema. */
function variablesIn(uriTemplate: string): Schema {
  const variables = [...uriTemplate.matchAll(/\{([+#./;?&]?)([^}]+)\}/g)].flatMap(([, sign = '', list = '']) =>
    list.split(',').map((each) => ({ name: each.replace(/[*:].*$/, ''), isRequired: !/[;?&]/.test(sign) })),
  );
  const properties = Object.fromEntries(variables.map(({ name }) => [name, { type: 'string' }]));
  return { properties, required: variables.filter(({ isRequired }) => isRequired).map(({ name }) => name) };
}
