import { guardStdout } from '@cuecard/server/internal';
import {
  serveStdio as serveRuntime,
  type Identity,
  type ServeStdioOptions,
  type ServerIdentity,
} from '@cuecard/server';
import { type INestApplicationContext, type Type, ConsoleLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CuecardServer } from '../server/cuecard-server.js';
import { currentExchange, withRequest } from '../call/nest-call.js';
import { type CuecardRequest, serverOf } from '../options/options.js';

export interface CuecardStdioOptions extends Partial<Omit<ServeStdioOptions, keyof ServerIdentity>> {
  /**
   * The name of the server.
   * @default the server without a name
   */
  readonly server?: string;
  /**
   * The request that guards, parameter decorators and request-scoped providers receive, such as `{ user }`. Unless
   * `auth` is set, the caller is what the server's `identity` option returns for this request.
   * @default an object whose `user` is `auth`
   */
  readonly request?: object;
}

/**
 * Serves an application over stdin and stdout. Any other output to stdout goes to stderr. When the client closes stdin,
 * or the application closes, pending requests are answered first.
 * @param application a module, which is started with a logger on stderr; or an application context, which must have
 * been created with `new StderrLogger()`, because otherwise its startup log goes to stdout
 * @returns the application context
 */
export async function serveStdio(
  application: Type | INestApplicationContext,
  { server, ...options }: CuecardStdioOptions = {},
): Promise<INestApplicationContext> {
  const guarded = options.stdout === undefined ? guardStdout() : undefined;
  let app: INestApplicationContext | undefined;
  try {
    app = await startApplication(application);
    const cuecard = app.get<CuecardServer>(serverOf(server), { strict: false });
    await serve(app, cuecard, { ...options, ...(guarded && { stdout: guarded.stdout }) });
    if (guarded !== undefined) cuecard.onCloseLast(() => guarded.release());
    return app;
  } catch (error) {
    if (app !== application) await app?.close();
    guarded?.release();
    throw error;
  }
}

async function startApplication(application: Type | INestApplicationContext): Promise<INestApplicationContext> {
  if (typeof application !== 'function') return application;
  return NestFactory.createApplicationContext(application, { logger: new StderrLogger(), abortOnError: false });
}

type ServedOptions = Omit<CuecardStdioOptions, 'server'>;

async function serve(
  app: INestApplicationContext,
  server: CuecardServer,
  { request, ...streams }: ServedOptions,
): Promise<void> {
  const { runtime, introduction } = server;
  const begin = async () => {
    const auth = streams.auth ?? (await callerOf(request, server));
    return serveRuntime(runtime, { ...introduction, ...streams, ...(auth && { auth }) });
  };
  const running = request === undefined ? await begin() : await withRequest(request, begin);
  server.closeFirst(running);
  const { stdin = process.stdin } = streams;
  stdin.once('end', () => void app.close());
}

/** @throws {TypeError} if the `identity` option returns no caller; over HTTP, the response would be 401 */
async function callerOf(request: object | undefined, { options }: CuecardServer): Promise<Identity | undefined> {
  if (request === undefined || options.identity === undefined) return undefined;
  const caller = await options.identity(currentExchange()?.request as CuecardRequest);
  if (caller !== undefined) return caller;
  throw new TypeError(
    'serveStdio: `identity` returned no caller for `request`: pass a `request` that `identity` accepts, or pass `auth`',
  );
}

/** Nest's own logger, on stderr at every level: over stdio, stdout carries the protocol. */
export class StderrLogger extends ConsoleLogger {
  protected override printMessages(...args: Parameters<ConsoleLogger['printMessages']>): void {
    const [messages, context, level, , ...more] = args;
    super.printMessages(messages, context, level, 'stderr', ...more);
  }
}
