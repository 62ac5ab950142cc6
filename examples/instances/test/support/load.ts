import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Requests the greeting without a client, and returns its version. */
export async function versionFor(url: string, user: string): Promise<unknown> {
  const params = { name: 'greeting', arguments: { who: 'Ada' }, _meta };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'prompts/get',
      'mcp-name': 'greeting',
      'x-user': user,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method: 'prompts/get', params }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${body}`);
  const { result, error } = JSON.parse(body) as { result?: { _meta?: object }; error?: { message: string } };
  if (result === undefined) throw new Error(error?.message);
  return Object(result._meta)['dev.cuecard/version'];
}

/** How long a caller waits before its next request: the instances need processors, too. */
const PAUSE_MS = 10;

/** Sends requests until it is stopped. */
export class Load {
  readonly #urls: readonly string[];
  readonly #failures: string[] = [];
  readonly #working: Promise<unknown>;
  #count = 0;
  #isOver = false;

  /** @param callers the number of requests in progress at a time */
  constructor(urls: readonly string[], callers: number) {
    this.#urls = urls;
    this.#working = Promise.all(Array.from({ length: callers }, (_, caller) => this.#send(caller)));
  }

  /** Resolves after so many requests. */
  async until(count: number): Promise<void> {
    while (this.#count < count) await sleep(50);
  }

  /** Stops, and returns the failures. */
  async stop(): Promise<readonly string[]> {
    this.#isOver = true;
    await this.#working;
    return this.#failures;
  }

  async #send(caller: number): Promise<void> {
    while (!this.#isOver) {
      const url = this.#urls[this.#count % this.#urls.length] ?? '';
      this.#count += 1;
      await versionFor(url, `user-${caller}-${this.#count % 50}`).catch((error: unknown) => {
        this.#failures.push(String(error));
      });
      await sleep(PAUSE_MS);
    }
  }
}
