import process from 'node:process';
import { serveStdio } from '@cuecard/server';
import { runtime } from './reviews.ts';

const server = await serveStdio(runtime, { name: 'reviews', version: '1.0.0' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
