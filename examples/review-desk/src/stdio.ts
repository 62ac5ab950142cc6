import { serveStdio } from '@cuecard/server';
import { CHECKOUT } from './checkout.js';
import { IDENTITY, openDesk } from './desk.js';

const [, , folder = CHECKOUT] = process.argv;
const server = await serveStdio(openDesk(folder), IDENTITY);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
