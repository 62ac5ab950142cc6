import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Target } from './target.js';

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
