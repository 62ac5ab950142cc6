import { createHandler } from '@cuecard/server';
import { runtime } from './reviews.js';

const port = Number(process.env['PORT'] ?? 3917);
const prompts = createHandler(runtime, { name: 'reviews', version: '1.0.0' });
const server = Bun.serve({
  hostname: '127.0.0.1',
  port,
  idleTimeout: 60, // Seconds. By default it would cut off streams before their first keep-alive, after 15.
  routes: { '/mcp': (request) => prompts.fetch(request) },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([prompts.close(), server.stop()]));
