import { createHandler } from '@cuecard/server';
import { runtime } from './reviews.js';

const prompts = createHandler(runtime, {
  name: 'reviews',
  version: '1.0.0',
  allowedHosts: ['127.0.0.1', 'reviews.example.workers.dev'],
  sessions: false, // The next request may reach another isolate,
  maxSubscriptions: 0, // and instances do not notify each other.
});

export default {
  fetch(request: Request): Promise<Response> | Response {
    const { pathname } = new URL(request.url);
    return pathname === '/mcp' ? prompts.fetch(request) : new Response('Not found', { status: 404 });
  },
};
