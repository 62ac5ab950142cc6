import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** How long a server may take to start, or to answer. */
const LIMIT = { timeout: 20_000 };

/** What a server has answered to an official client. */
interface Interview {
  /** The names, in the order of the list. */
  readonly names: readonly string[];
  /** Without the names, in the order of what they do. */
  readonly prompts: readonly object[];
  /** A prompt with an injected service. */
  readonly summary: unknown;
  /** The faults of arguments that break rules. */
  readonly faults: unknown;
  /** A prompt with an image. */
  readonly badge: unknown;
}

/** What a server has said, and what it has written to stderr. */
export interface Heard {
  /** Without answers if it has not started. */
  readonly interview: Interview | undefined;
  readonly log: string;
}

/** Starts a server and asks it everything. */
export async function hear(command: string, args: readonly string[]): Promise<Heard> {
  const transport = new StdioClientTransport({ command, args: [...args], stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (chunk) => (log += String(chunk)));
  const client = new Client({ name: 'interview', version: '1.0.0' });
  try {
    await client.connect(transport, LIMIT);
    return { interview: await interviewed(client), log };
  } catch (error) {
    return { interview: undefined, log: `${log}${error}` };
  } finally {
    await client.close();
  }
}

/** The prompts are found by their places: a bundle may have changed their names. */
async function interviewed(client: Client): Promise<Interview> {
  const { prompts } = await client.listPrompts({}, LIMIT);
  const names = prompts.map(({ name }) => name);
  const badge = prompts.find(({ arguments: args = [] }) => args.length === 0)?.name ?? '';
  const summary = names.find((name) => name.startsWith('reviews_')) ?? '';
  const described = prompts.toSorted((one, other) => (one.description ?? '').localeCompare(other.description ?? ''));
  return {
    names,
    prompts: described.map((prompt) => ({ ...prompt, name: undefined })),
    summary: await got(client, summary, { topic: 'the cache', length: 'long' }),
    faults: await got(client, summary, { topic: 'two\nlines', length: 'endless' }),
    badge: await got(client, badge, {}),
  };
}

async function got(client: Client, name: string, args: Record<string, string>): Promise<unknown> {
  try {
    const { messages } = await client.getPrompt({ name, arguments: args }, LIMIT);
    return JSON.parse(JSON.stringify(messages).replaceAll(/untrusted-[0-9a-f]+/g, 'untrusted'));
  } catch (error) {
    const { code, message, data } = error as { readonly code?: number; message?: string; data?: { errors?: unknown } };
    return { code, message: message?.replace(`"${name}"`, 'the prompt'), errors: data?.errors };
  }
}
