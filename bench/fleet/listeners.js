// Official clients that listen to a service: node bench/fleet/listeners.js URL COUNT
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [, , url, count] = process.argv;
/** When each of them was notified, in milliseconds. */
let heard = [];
const clients = [];

// Half of them listen as in 2026-07-28, the others have a session of 2025-11-25.
for (let at = 0; at < Number(count); at += 1) clients.push(await listening(at, at % 2 === 0 ? 'auto' : 'legacy'));

process.on('message', (asked) => void answers[asked]().then((answer) => process.send(answer)));
process.send('listening');

const answers = {
  begin: async () => {
    heard = clients.map(() => []);
    return 'begun';
  },
  heard: async () => heard,
  shown: () => Promise.all(clients.map(descriptionShown)),
};

async function listening(at, mode) {
  const onChanged = () => heard[at]?.push(performance.timeOrigin + performance.now());
  const client = new Client(
    { name: 'listener', version: '1.0.0' },
    { versionNegotiation: { mode }, listChanged: { prompts: { autoRefresh: false, debounceMs: 0, onChanged } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

async function descriptionShown(client) {
  const { prompts } = await client.listPrompts();
  return prompts.find(({ name }) => name === 'greeting')?.description;
}
