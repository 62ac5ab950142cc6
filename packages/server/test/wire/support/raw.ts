import type { Readable, Writable } from 'node:stream';

export type Json = unknown;

export const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Json;
}

/** POSTs a body unchanged. */
export async function post(url: string, body: string, extra: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', headers: { ...headers, ...extra }, body });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return { status: response.status, headers: response.headers, body: isStream ? eventsOf(text) : parse(text) };
}

/** The data of the events in a stream. */
export function eventsOf(text: string): Json[] {
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as Json);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

export const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

/** Returns the `initialize` request of a client that shows forms. */
export function initializeWithForms(protocolVersion: string) {
  const { params, ...rest } = initialize(protocolVersion);
  return { ...rest, params: { ...params, capabilities: { elicitation: {} } } };
}

export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** Opens a session for a client that shows forms, so that the server can ask its user. */
export async function openAskable(url: string, protocolVersion: string): Promise<Record<string, string>> {
  const { headers: given } = await post(url, JSON.stringify(initializeWithForms(protocolVersion)));
  const session = { 'mcp-session-id': given.get('mcp-session-id') ?? '' };
  await post(url, JSON.stringify(initialized), session);
  return session;
}

/** Lines of JSON to a server and back. */
export class Lines {
  readonly received: Json[] = [];
  readonly #stdin: Writable;
  #waiting: (() => void)[] = [];
  #rest = '';

  constructor(stdin: Writable, stdout: Readable) {
    this.#stdin = stdin;
    stdout.on('data', (chunk: Buffer) => {
      const lines = (this.#rest + chunk.toString()).split('\n');
      this.#rest = lines.pop() ?? '';
      this.received.push(...lines.map((line) => JSON.parse(line) as Json));
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  write(line: string): void {
    this.#stdin.write(`${line}\n`);
  }

  /** Sends one line and waits for the next message. */
  async ask(line: string): Promise<Json> {
    const expected = this.received.length + 1;
    this.write(line);
    return (await this.until(expected))[expected - 1];
  }

  /** Waits until this number of messages has arrived in total. */
  async until(count: number): Promise<Json[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.received;
  }
}
