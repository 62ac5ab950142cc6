import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

const port = Number(process.env['PORT'] ?? 3917);
const server = await serveHttp(runtime, { name: 'greetings', version: '1.0.0', port });
console.log(`Serving ${server.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
