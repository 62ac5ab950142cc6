import { pathToFileURL } from 'node:url';
import type { Chapter } from './chapter.js';
import type { CompletionCall, DeskClient, Call, ReadCall } from './desk-client.js';

/** What to ask of a desk: the calls of a chapter. */
export type Calls = Pick<Chapter, 'suggestions' | 'answers' | 'reads'>;

/** Lists the prompts, makes all calls, closes the client, and gives everything in the form of a chapter. */
export async function interview(client: DeskClient, calls: Calls, folder: string): Promise<Chapter> {
  const { prompts } = await client.listPrompts();
  const suggestions: CompletionCall[] = [];
  for (const { ref, argument } of calls.suggestions) {
    suggestions.push({ ref, argument, ...(await answerTo(client.complete({ ref, argument }))) });
  }
  const answers: Call[] = [];
  for (const { name, arguments: args } of calls.answers) {
    const answer = await answerTo(client.getPrompt({ name, arguments: args }));
    answers.push({ name, arguments: args, ...readable(answer, folder) });
  }
  const { resources } = (await client.listResources()) as Pick<Chapter, 'resources'>;
  const reads: ReadCall[] = [];
  for (const { uri } of calls.reads) {
    const read = uri.replace('file:///greeter', hrefOf(folder));
    const answer = await answerTo(client.readResource({ uri: read }));
    reads.push({ uri, ...readable(answer, folder, read) });
  }
  await client.close();
  return { prompts, suggestions, answers, resources: readable(resources, folder), reads };
}

/** What the desk refuses is an answer too. */
async function answerTo(asked: Promise<object>): Promise<object> {
  try {
    return { result: ofPrompt(await asked) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'data' in error)) throw error;
    const { code, data } = error;
    // The v1 client puts the code in front of what the server said; the v2 client shows what is not there as 2026-07-28 does.
    return {
      error: { code: code === -32002 ? -32602 : code, message: error.message.replace(/^MCP error -?\d+: /, ''), data },
    };
  }
}

/** What the answer is, without what each says since 2026-07-28 of its server and of who may keep it. */
function ofPrompt(result: object): object {
  const { _meta: meta = {}, ttlMs: _ttl, cacheScope: _scope, ...answer } = result as Readonly<Record<string, object>>;
  const own = Object.entries(meta).filter(([key]) => key !== 'io.modelcontextprotocol/serverInfo');
  return own.length === 0 ? answer : { ...answer, _meta: Object.fromEntries(own) };
}

// The folder has another name each time; and what has several lines is easier to read, and to compare, as an array.
// Errors quote 64 characters of a URI, which are fewer than it has where the name of the folder is long.
function readable<T extends object>(answer: T, folder: string, uri = ''): T {
  const text = JSON.stringify(answer, (_key, member: unknown) => {
    if (typeof member !== 'string') return member;
    const whole = uri.length > 64 ? member.replaceAll(`${uri.slice(0, 64)}…`, uri) : member;
    const lines = whole.replaceAll(hrefOf(folder), 'file:///greeter').replaceAll(BOUNDARY, 'untrusted-…').split('\n');
    return lines.length > 1 ? lines : lines[0];
  });
  return JSON.parse(text) as T;
}

function hrefOf(folder: string): string {
  return pathToFileURL(folder).href;
}

/** Each fence has another one, each time. */
const BOUNDARY = /untrusted-[0-9a-f]{20}/g;
