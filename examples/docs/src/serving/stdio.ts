import { serveStdio } from '@cuecard/server';
import { runtime } from './runtime.js';

const server = await serveStdio(runtime, { name: 'greetings', version: '1.0.0' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
