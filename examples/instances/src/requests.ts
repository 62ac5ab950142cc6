import { randomUUID } from 'node:crypto';

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** One request of revision 2026-07-28 without a client, for load. */
export async function request(url: string, user: string, name = 'greeting'): Promise<Result> {
  const params = { name, arguments: { who: 'Ada' }, _meta };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'prompts/get',
      'mcp-name': name,
      'x-user': user,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method: 'prompts/get', params }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${body}`);
  const { result, error } = JSON.parse(body) as { result?: Result; error?: { message: string } };
  if (result === undefined) throw new Error(error?.message);
  return result;
}

interface Result {
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The version of the greeting that a user gets. */
export async function versionFor(url: string, user: string): Promise<unknown> {
  return (await request(url, user))._meta?.['dev.cuecard/version'];
}
