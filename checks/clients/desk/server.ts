import { parseArgs } from 'node:util';
import { serveHttp, serveStdio } from '@cuecard/server';
import { bare, full } from './definitions.js';

// The desk that is asked: over stdio, or until it is told to stop over HTTP at the
// addresses that it says. A desk of prompts alone is beside it.

const IDENTITY = { name: 'desk', version: '1.0.0' };

const { values } = parseArgs({
  options: { stdio: { type: 'boolean', default: false }, bare: { type: 'boolean', default: false } },
});

if (values.stdio) await serveStdio(values.bare ? bare : full, IDENTITY);
else await serveBoth();

async function serveBoth() {
  const servers = await Promise.all([full, bare].map((runtime) => serveHttp(runtime, { ...IDENTITY, port: 0 })));
  process.once('SIGTERM', () => void Promise.all(servers.map((server) => server.close())));
  console.log(JSON.stringify(servers.map(({ url }) => url)));
}
