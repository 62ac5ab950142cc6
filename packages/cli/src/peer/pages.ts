import type { KindName, ToolAnnotations } from '@cuecard/core';
import { contractOfEntry, type ListEntry, type Schema, schemaOfEntry } from '@cuecard/testing/contract';
import { Problem, ExitCode } from '../outcome/problem.js';
import type { Offered } from './peer.js';

type ListMethod = 'prompts/list' | 'tools/list' | 'resources/list' | 'resources/templates/list';

/** Requests one page of a list. */
export type AskPage = (method: ListMethod, cursor: string | undefined) => Promise<Readonly<Record<string, unknown>>>;

interface List {
  readonly method: ListMethod;
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
  return (await allListed(kind, ask)).map((entry) => entryOf(kind, entry));
}

/** The same entries, in the form of the protocol. */
export async function allListed(kind: KindName, ask: AskPage): Promise<readonly ListEntry[]> {
  const found: ListEntry[] = [];
  for (const { method, member } of LISTS[kind]) {
    let cursor: string | undefined;
    const followed = new Set<string>();
    for (;;) {
      const page = await ask(method, cursor);
      found.push(...((page[member] ?? []) as ListEntry[]));
      cursor = (page['nextCursor'] as string | undefined) || undefined; // Some servers end with an empty cursor.
      if (cursor === undefined) break;
      if (followed.has(cursor)) throw endlessFault(method, 'a cursor leads back to an earlier page');
      followed.add(cursor);
      if (followed.size === MAX_PAGES)
        throw endlessFault(method, `${MAX_PAGES} pages came, and the last one names another`);
    }
  }
  return found;
}

function endlessFault(method: ListMethod, reason: string): Problem {
  const summary = `The pages of ${method} have no end: ${reason}`;
  return new Problem({ code: 'answer-invalid', summary, exitCode: ExitCode.connection });
}

function entryOf(kind: KindName, entry: ListEntry): Offered {
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

/** The variables of a template as a schema of strings, for servers that list no schema. */
function variablesIn(uriTemplate: string): Schema {
  const variables = [...uriTemplate.matchAll(/\{([+#./;?&]?)([^}]+)\}/g)].flatMap(([, sign = '', list = '']) =>
    list.split(',').map((each) => ({ name: each.replace(/[*:].*$/, ''), isRequired: !/[;?&]/.test(sign) })),
  );
  const properties = Object.fromEntries(variables.map(({ name }) => [name, { type: 'string' }]));
  return { properties, required: variables.filter(({ isRequired }) => isRequired).map(({ name }) => name) };
}
