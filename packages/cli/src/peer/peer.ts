import { type Contract, contractOfEntry, type ListEntry } from '@cuecard/testing/contract';
import type {
  ArgumentFault,
  CallOptions,
  CallToolParams,
  CallToolResult,
  CompleteParams,
  CompleteResult,
  GetPromptParams,
  GetPromptResult,
  KindName,
  ReadResourceParams,
  ReadResourceResult,
} from '@cuecard/core';
import { ExitCode, Problem } from '../outcome/problem.js';

type ListMethod = 'prompts/list' | 'tools/list' | 'resources/list' | 'resources/templates/list';

/** A page of a list, as the server sends it. */
export type Page = Readonly<Record<string, unknown>>;

/** Receives the progress that a tool reports. */
type OnProgress = NonNullable<CallOptions['progress']>;

/** A server: the project in this process, or another server. */
export interface Peer {
  /** The subject of messages. */
  readonly title: 'The project' | 'The server';
  offers(kind: KindName): boolean;
  page(method: ListMethod, cursor: string | undefined): Promise<Page>;
  getPrompt(params: GetPromptParams): Promise<GetPromptResult>;
  callTool(params: CallToolParams, onProgress: OnProgress): Promise<CallToolResult>;
  readResource(params: ReadResourceParams): Promise<ReadResourceResult>;
  complete(params: CompleteParams): Promise<CompleteResult>;
  close(): Promise<void>;
}

/** The lists of each kind, by the member of their pages. There are few templates, so they come before other resources. */
const LISTS: Readonly<Record<KindName, readonly (readonly [ListMethod, member: string])[]>> = {
  prompt: [['prompts/list', 'prompts']],
  tool: [['tools/list', 'tools']],
  resource: [
    ['resources/templates/list', 'resourceTemplates'],
    ['resources/list', 'resources'],
  ],
};

/** The maximum number of pages of a list: a server may invent a new cursor each time. */
const MAX_PAGES = 1_000;

/** The contracts of a kind, in the order of the server. Each page is requested when its first entry is read. */
export async function* contractsOf(peer: Peer, kind: KindName): AsyncGenerator<Contract> {
  for (const [method, member] of peer.offers(kind) ? LISTS[kind] : []) {
    const followed = new Set<string>();
    let cursor: string | undefined;
    for (;;) {
      const page = await peer.page(method, cursor);
      for (const entry of (page[member] ?? []) as ListEntry[]) yield contractOfEntry(kind, entry);
      cursor = (page['nextCursor'] as string | undefined) || undefined; // Some servers end with an empty cursor.
      if (cursor === undefined) break;
      if (followed.has(cursor)) throw endlessList(method, 'a cursor leads back to an earlier page');
      followed.add(cursor);
      if (followed.size === MAX_PAGES)
        throw endlessList(method, `the server sent ${MAX_PAGES} pages, and there are more`);
    }
  }
}

function endlessList(method: ListMethod, reason: string): Problem {
  const summary = `The server never ends ${method}: ${reason}`;
  return new Problem({ code: 'answer-invalid', summary, exitCode: ExitCode.connection });
}

/** The reason why a server rejected a call, as a problem. Returns errors that are not of the protocol unchanged. */
export function refusalOf(error: unknown): unknown {
  const { code, message, data } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data?: unknown;
  };
  if (typeof code !== 'number' || typeof message !== 'string') return error;
  const { errors = [] } = Object(data) as { readonly errors?: readonly ArgumentFault[] };
  const [summary = ''] = message.replace(/^MCP error -?\d+: /, '').split('\n');
  const details = errors.flatMap((fault) => detailOf(fault, summary));
  return new Problem({
    code: 'refused',
    summary: summary === '' ? 'The server rejected the request' : summary,
    ...(details.length > 0 && { why: details.join('\n') }),
    meta: { code, ...(data !== undefined && { data }) },
    cause: error,
  });
}

/** Returns the part of a fault that the summary leaves out. Usually, the summary contains all of it. */
function detailOf({ message, expected }: ArgumentFault, summary: string): string[] {
  const isExpectedNews = expected !== undefined && !message.replace('the following values: ', '').includes(expected);
  if (isExpectedNews) return [`  ${message}: ${expected}`];
  return summary.includes(message) ? [] : [`  ${message}`];
}
