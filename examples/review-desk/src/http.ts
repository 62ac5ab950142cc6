import { serveHttp } from '@cuecard/server';
import { CHECKOUT } from './checkout.js';
import { IDENTITY, openDesk } from './desk.js';

const [, , folder = CHECKOUT] = process.argv;
const port = Number(process.env['PORT'] ?? 3917);
const server = await serveHttp(openDesk(folder), { ...IDENTITY, port });
console.log(`${IDENTITY.title} serves ${folder} at ${server.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
