// The usual way to put a server under load, for comparison with ours.
import autocannon from 'autocannon';
import { GET, METHODS } from '../definitions/methods.js';

/** Says how many answers there were. */
export async function cannonade(port, milliseconds) {
  const [params] = METHODS[GET].asked;
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
    body: JSON.stringify({ jsonrpc: '2.0', id: 100, method: GET, params }),
  });
  if (errors + non2xx > 0) throw new Error(`autocannon has met ${errors} errors and ${non2xx} answers that are none`);
  return requests.total;
}
