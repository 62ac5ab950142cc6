import type { Runtime } from '@cuecard/core';
import type { Server, Transport } from '@modelcontextprotocol/server';
import { serveStdio as serve, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { type Made, makeServer, type MakingOptions } from './server.js';
import type { Era } from './stdio-eras.js';
import { StdioListeners } from './stdio-listeners.js';

/** The SDK servers of one connection: one for each era that its client speaks. */
export class StdioServers {
  readonly #runtime: Runtime;
  readonly #making: MakingOptions;
  readonly #made = new Map<Era, Made>();

  constructor(runtime: Runtime, making: MakingOptions) {
    this.#runtime = runtime;
    this.#making = making;
  }

  /** Serves what comes through a channel, all of it of one era. */
  serve(era: Era, channel: Transport): StdioServerHandle {
    const legacy = era === 'legacy' ? 'serve' : 'reject';
    const served = serve(() => this.#make(era), { transport: channel, legacy });
    if (era === 'modern') this.#hear(channel);
    return served;
  }

  /** Lets the person at the client be asked. */
  introduced(): void {
    this.#made.get('legacy')?.peer.questions.introduced();
  }

  /** Asks the person at the client nothing more. */
  endQuestions(): void {
    for (const { peer } of this.#made.values()) peer.questions.end();
  }

  #make(era: Era): Server {
    const made = makeServer(this.#runtime, this.#making);
    this.#made.set(era, made);
    if (era === 'legacy') made.peer.questions.awaitIntroduction();
    return made.server;
  }

  #hear(channel: Transport): void {
    const { resources } = this.#runtime;
    if (!resources?.canSubscribe) return;
    const { auth } = this.#making;
    new StdioListeners(resources, { auth, tell: (uri) => this.#tell(uri) }).observe(channel);
  }

  #tell(uri: string): void {
    const server = this.#made.get('modern')?.server;
    server?.sendResourceUpdated({ uri }).catch((error: unknown) => server.onerror?.(error as Error));
  }
}
