import { PassThrough } from 'node:stream';
import type { Runtime } from '@cuecard/core';
import { serveStdio, type ServeStdioOptions } from '@cuecard/server';
import { Lines } from './raw.ts';

/** Serves over stdio in this process, for a test that reads lines. */
export async function inProcess(
  runtime: Runtime,
  options: Partial<ServeStdioOptions> = {},
): Promise<{ lines: Lines; close(): Promise<void> }> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { name: 'near', version: '1.0.0', ...options, stdin, stdout });
  return { lines: new Lines(stdin, stdout), close: () => server.close() };
}
