import { guardStdout } from '@cuecard/server/internal';
import { serveStdio as serveRuntime, type ServeStdioOptions, type ServerIdentity } from '@cuecard/server';
import { type INestApplicationContext, type Type, ConsoleLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CuecardServer } from '../server/cuecard-server.js';
import { serverOf } from '../options/options.js';

export interface NestStdioOptions extends Partial<Omit<ServeStdioOptions, keyof ServerIdentity>> {
  /**
   * The name of the server.
   * @default the server without a name
   */
  readonly server?: string;
}

/**
 * Serves an application over stdin and stdout. Any other output to stdout goes to stderr. When the client closes stdin,
 * or the application closes, pending requests are answered first.
 * @param application a module, which is started with a logger on stderr; or an application context, which must have
 * been given `new StderrLogger()`, or what it logs while it starts goes to stdout
 * @returns the application context
 */
export async function serveStdio(
  application: Type | INestApplicationContext,
  { server, ...options }: NestStdioOptions = {},
): Promise<INestApplicationContext> {
  const guarded = options.stdout === undefined ? guardStdout() : undefined;
  try {
    const app = await startApplication(application);
    const cuecard = app.get<CuecardServer>(serverOf(server), { strict: false });
    await serve(app, cuecard, { ...options, ...(guarded && { stdout: guarded.stdout }) });
    if (guarded !== undefined) cuecard.closeLast(() => guarded.release());
    return app;
  } catch (error) {
    guarded?.release();
    throw error;
  }
}

async function startApplication(application: Type | INestApplicationContext): Promise<INestApplicationContext> {
  if (typeof application !== 'function') return application;
  return NestFactory.createApplicationContext(application, { logger: new StderrLogger(), abortOnError: false });
}

type Streams = Omit<ServeStdioOptions, keyof ServerIdentity>;

async function serve(app: INestApplicationContext, server: CuecardServer, streams: Streams): Promise<void> {
  const { runtime, introduction } = server;
  const running = await serveRuntime(runtime, { ...introduction, ...streams });
  server.closeFirst(running);
  const { stdin = process.stdin } = streams;
  stdin.once('end', () => void app.close());
}

/** Nest's own logger, on stderr at every level: over stdio, stdout carries the protocol. */
export class StderrLogger extends ConsoleLogger {
  protected override printMessages(...args: Parameters<ConsoleLogger['printMessages']>): void {
    const [messages, context, level, , ...more] = args;
    super.printMessages(messages, context, level, 'stderr', ...more);
  }
}
