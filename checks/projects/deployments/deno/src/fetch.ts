import process from 'node:process';
import { createHandler } from '@cuecard/server';
import { runtime } from './reviews.ts';

const port = Number(process.env['PORT'] ?? 3917);
const prompts = createHandler(runtime, { name: 'reviews', version: '1.0.0' });
const server = Deno.serve({ hostname: '127.0.0.1', port }, (request) => {
  const { pathname } = new URL(request.url);
  return pathname === '/mcp' ? prompts.fetch(request) : new Response('Not found', { status: 404 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([prompts.close(), server.shutdown()]));
