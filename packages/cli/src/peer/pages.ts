import type { KindName } from '@cuecard/core';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import { offeredPrompt, offeredResource, offeredTemplate, offeredTool } from './offered.js';
import type { Offered } from './peer.js';

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

async function allEntries<Entry>(
  kind: KindName,
  ask: AskPage,
  made: (list: List, entry: unknown) => Entry,
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
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
