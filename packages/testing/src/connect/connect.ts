import type { Client, Runtime } from '@cuecard/core';
import { Answering, type Answers } from '../context/answers.js';
import { clientOf } from '../context/fake-context.js';
import type { ConnectedClient } from './connected-client.js';
import { connectV1 } from './v1.js';
import { connectV2 } from './v2.js';

/** A revision of the protocol. */
export type Era = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

export interface ConnectOptions {
  /**
   * The revision to speak: up to 2025-11-25 with the client of the v1 SDK, since 2026-07-28 with that of v2.
   * @default that of `client`, or 2025-11-25
   */
  readonly era?: Era | undefined;
  /**
   * What the client says of itself, such as `asHost('claude-code')`.
   * @default the name `test`, and forms if there are `answers`
   */
  readonly client?: Partial<Client> | undefined;
  /**
   * What the user answers to questions.
   * @default the client cannot ask
   */
  readonly answers?: Answers | undefined;
}

/**
 * Serves a runtime in memory to an official client, with everything between them but the network. Close the client after
 * the test. Up to 2025-11-25 it needs `@cuecard/mcp-sdk` and `@modelcontextprotocol/sdk`; since then `@cuecard/mcp-server`,
 * `@modelcontextprotocol/server` and `@modelcontextprotocol/client`.
 * @throws {TypeError} if one of these is not installed
 */
export async function connect(runtime: Runtime, options: ConnectOptions = {}): Promise<ConnectedClient> {
  const { answers, era = options.client?.revision ?? '2025-11-25' } = options;
  const client = { ...clientOf(options.client ?? {}, answers !== undefined), revision: era };
  const connecting = { client, answering: answers && new Answering(answers) };
  return era < '2026-07-28' ? connectV1(runtime, connecting) : connectV2(runtime, connecting);
}
