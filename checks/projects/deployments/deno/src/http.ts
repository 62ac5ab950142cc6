import process from 'node:process';
import { serveHttp } from '@cuecard/server';
import { runtime } from './reviews.ts';

const port = Number(process.env['PORT'] ?? 3917);
const server = await serveHttp(runtime, { name: 'reviews', version: '1.0.0', port });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
