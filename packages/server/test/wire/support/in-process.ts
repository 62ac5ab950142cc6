import { PassThrough } from 'node:stream';
import type { Runtime } from '@cuecard/core';
import type { Adapter } from './adapter.ts';
import { Lines } from './raw.ts';

/** Serves over stdio without a process of its own, where only what is said matters. */
export async function inProcess(
  { serveStdio }: Pick<Adapter, 'serveStdio'>,
  runtime: Runtime,
  options: Partial<Parameters<Adapter['serveStdio']>[1]> = {},
): Promise<{ lines: Lines; close(): Promise<void> }> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { name: 'near', version: '1.0.0', ...options, stdin, stdout });
  return { lines: new Lines(stdin, stdout), close: () => server.close() };
}
