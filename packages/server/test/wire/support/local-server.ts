import { PassThrough } from 'node:stream';
import type { Runtime } from '@cuecard/core';
import { serveHttp, type ServeHttpOptions, serveStdio } from '@cuecard/server';
import { Lines } from './raw.ts';

interface Served {
  readonly name: string;
  readonly runtime: Runtime;
}

/** A server over HTTP in this process. */
export async function localHttp<S extends Served>(served: S, options: Partial<ServeHttpOptions> = {}) {
  const { name, runtime } = served;
  const server = await serveHttp(runtime, { name, version: '1.0.0', port: 0, ...options });
  return { ...served, url: server.url, close: () => server.close() };
}

/** A server over stdio in this process, for a test that reads lines. */
export async function localStdio<S extends Served>(served: S) {
  const { stdin, stdout, ...rest } = await localPipe(served);
  return { ...rest, lines: new Lines(stdin, stdout), hangUp: () => void stdin.end() };
}

/** A server over stdio in this process, for a client that reads its streams. */
export async function localPipe<S extends Served>(served: S) {
  const { name, runtime } = served;
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { name, version: '1.0.0', stdin, stdout });
  return { ...served, stdin, stdout, close: () => server.close() };
}
