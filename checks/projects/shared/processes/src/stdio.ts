import { serveStdio } from '@cuecard/server';
import { runtime } from './reviews.js';

const server = await serveStdio(runtime, { name: 'reviews', version: '1.0.0' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
