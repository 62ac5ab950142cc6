// The usual way to put a server under load, for comparison with ours.
import autocannon from 'autocannon';
import { args, nameOf } from '../prompts/prompt.js';

/** Says how many answers there were. */
export async function cannonade(port, milliseconds) {
  const params = { name: nameOf(0), arguments: args };
  const { requests, errors, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}/mcp`,
    connections: 32,
    duration: Math.max(1, Math.round(milliseconds / 1_000)),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 100, method: 'prompts/get', params }),
  });
  if (errors + non2xx > 0) throw new Error(`autocannon has met ${errors} errors and ${non2xx} answers that are none`);
  return requests.total;
}
