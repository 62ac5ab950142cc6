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
 * Returns the server that the options name; `undefined` for the project.
 * @throws {Problem} for contradicting options, and for an invalid address, header or command
 */
export function targetOf({ rest }: Session, { url, header, stdio = false }: ServerOptions): Target | undefined {
  if (url !== undefined && stdio)
    throw usage('options-contradict', '--url and --stdio cannot be combined', 'Pass only one of them');
  if (header !== undefined && url === undefined)
    throw usage('options-contradict', '--header needs --url', 'Pass the URL of the server with --url');
  if (stdio) return commandIn(rest);
  if (rest.length > 0) throw usage('options-contradict', 'A command after -- needs --stdio', 'Write --stdio before --');
  return url === undefined ? undefined : { url: addressIn(url), headers: headersIn(header ?? []) };
}

/** A target without secrets: the query of an address may hold one. */
export function printableTarget(target: Target): string {
  return 'url' in target ? `${target.url.origin}${target.url.pathname}` : (target[0] ?? '');
}

function commandIn(words: readonly string[]): readonly string[] {
  const [command = ''] = words;
  if (command !== '') return words;
  throw usage(
    'command-missing',
    '--stdio needs a command',
    'Write the command after --, for example --stdio -- node server.js',
  );
}

/** Errors do not repeat the address: it may hold secrets. */
function addressIn(input: string): URL {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usage(
      'url-invalid',
      '--url is not a valid HTTP URL',
      'Write the full URL, for example http://localhost:3917/mcp',
    );
  if (url.username === '' && url.password === '') return url;
  throw usage(
    'url-invalid',
    '--url contains a user name or password',
    "Pass the credentials with --header 'authorization: Basic …'",
  );
}

/** Errors do not repeat the value of a header: it may be a secret. */
function headersIn(input: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Headers();
  for (const each of input) {
    const colon = each.indexOf(':');
    if (colon < 1) throw headerFault('A header has no name');
    try {
      headers.append(each.slice(0, colon), each.slice(colon + 1));
    } catch {
      throw headerFault('A header contains characters that HTTP does not allow');
    }
  }
  return Object.fromEntries(headers);
}

function headerFault(summary: string) {
  return usage('header-invalid', summary, "Write a header as --header 'authorization: Bearer …'");
}

export interface ProcessOptions {
  /** The working directory of a command. */
  readonly folder: string;
  /** The whole environment of a command, as in a shell. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the command when it aborts. */
  readonly signal: AbortSignal;
}

type Transport = StreamableHTTPClientTransport | StdioClientTransport;

export function transportTo(target: Target, { folder: cwd, env, signal }: ProcessOptions): Transport {
  if ('url' in target)
    return new StreamableHTTPClientTransport(target.url, { requestInit: { headers: target.headers }, fetch: ownFetch });
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

/** Each request has its own signal: Node warns of thousands of listeners on the signal of the connection. */
const ownFetch: typeof fetch = (input, init) => {
  const { signal, ...rest } = init ?? {};
  return fetch(input, { ...rest, ...(signal && { signal: AbortSignal.any([signal]) }) });
};

function kill(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid);
  } catch {
    // The command has ended.
  }
}
