import { fromServices, mount, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { supportPack, Tickets } from './pack/index.js';
import { SampleTickets } from './sample-tickets.js';

const tickets = new SampleTickets({ 'T-7': 'My order has not arrived' });
const runtime = new Runtime({
  prompts: [mount(supportPack, { prefix: 'shop', only: ['answer'] })],
  resolver: fromServices([[Tickets, tickets]]),
});
const port = Number(process.env['PORT'] ?? 3917);
const server = await serveHttp(runtime, { name: 'shop', version: '1.0.0', port });
console.log(`Serving ${server.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
