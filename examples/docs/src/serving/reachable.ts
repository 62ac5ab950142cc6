import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

/** Serves prompts to other machines, behind a proxy that does TLS and is known by a name of its own. */
export function serveBehindProxy(port: number) {
  return serveHttp(runtime, {
    name: 'greetings',
    version: '1.0.0',
    port,
    host: '0.0.0.0',
    allowedHosts: ['prompts.example.com'],
    allowedOrigins: ['https://app.example.com'],
  });
}
