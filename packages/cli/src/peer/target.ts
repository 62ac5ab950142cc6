import { usage } from '../outcome/problem.js';
import type { Session } from '../session/session.js';
import type { ServerOptions } from '../commands.js';
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** A server at an address, or the words of a command that starts one. */
export type Target = RemoteAddress | readonly string[];

interface RemoteAddress {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The server that the options name; nothing if they name none.
 * @throws {Problem} for options that contradict, and for what is no address, header or command
 */
export function targetOf({ rest }: Session, { url, header, stdio = false }: ServerOptions): Target | undefined {
  if (url !== undefined && stdio)
    throw usage('options-contradict', '--url and --stdio exclude each other', 'Give one of them');
  if (header !== undefined && url === undefined)
    throw usage('options-contradict', '--header is for a server at an address', 'Name it with --url');
  if (stdio) return commandIn(rest);
  if (rest.length > 0)
    throw usage('options-contradict', 'The words after -- start a server', 'Write --stdio before them');
  return url === undefined ? undefined : { url: addressIn(url), headers: headersIn(header ?? []) };
}

/** A target as it may be printed: what an address has besides its path may be a secret. */
export function shownTarget(target: Target): string {
  return 'url' in target ? `${target.url.origin}${target.url.pathname}` : (target[0] ?? '');
}

function commandIn(words: readonly string[]): readonly string[] {
  const [command = ''] = words;
  if (command !== '') return words;
  throw usage('command-missing', 'No command was given', 'Write it after --: --stdio -- node server.js');
}

/** The address may hold secrets, and is not repeated. */
function addressIn(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usage('url-invalid', 'What --url was given is no address', 'Write it out: http://localhost:3917/mcp');
  if (url.username === '' && url.password === '') return url;
  throw usage('url-invalid', 'The address has a password in it', "Give it as --header 'authorization: Basic …'");
}

/** The value of a header may be a secret, and is never repeated. */
function headersIn(given: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Headers();
  for (const each of given) {
    const colon = each.indexOf(':');
    if (colon < 1) throw noHeader('A header has no name');
    try {
      headers.append(each.slice(0, colon), each.slice(colon + 1));
    } catch {
      throw noHeader('A header has characters that HTTP does not take');
    }
  }
  return Object.fromEntries(headers);
}

function noHeader(summary: string) {
  return usage('header-invalid', summary, "Write it as --header 'authorization: Bearer …'");
}

export interface Surroundings {
  /** Where a command is run. */
  readonly folder: string;
  /** What a command has in its environment: all of it, as in a shell. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends a command that has been started. */
  readonly signal: AbortSignal;
}

type Transport = StreamableHTTPClientTransport | StdioClientTransport;

export function transportTo(target: Target, { folder: cwd, env, signal }: Surroundings): Transport {
  if ('url' in target)
    return new StreamableHTTPClientTransport(target.url, { requestInit: { headers: target.headers }, fetch: fetching });
  const [command = '', ...args] = target;
  const known = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const started = new StdioClientTransport({ command, args, cwd, env: Object.fromEntries(known), stderr: 'inherit' });
  signal.addEventListener('abort', () => kill(started.pid), { once: true });
  return started;
}

/** The transport of the first revision, which some servers still have. */
export function formerTransportTo({ url, headers }: Extract<Target, { readonly url: URL }>): SSEClientTransport {
  return new SSEClientTransport(url, { requestInit: { headers } });
}

/** Each request has a signal of its own: Node warns of thousands that listen to the one of the connection. */
const fetching: typeof fetch = (input, init) => {
  const { signal, ...rest } = init ?? {};
  return fetch(input, { ...rest, ...(signal && { signal: AbortSignal.any([signal]) }) });
};

function kill(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid);
  } catch {
    // It has ended by itself.
  }
}
