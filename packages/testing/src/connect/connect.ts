import type { Client, Runtime } from '@cuecard/core';
import { Answering, type Answers } from '../context/answers.js';
import { clientOf } from '../context/fake-context.js';
import { optionalPeer } from '../optional-peer.js';
import type { ConnectedClient } from './connected-client.js';
import { connectV1, connectV2 } from './official-clients.js';

/** A revision of the protocol. */
export type Era = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

export interface ConnectOptions {
  /**
   * The revision of the protocol that the client uses.
   * @default the revision of `client`, or 2025-11-25
   */
  readonly era?: Era | undefined;
  /**
   * The client's `clientInfo`, capabilities and revision, such as `asHost('claude-code')`.
   * @default the name `test`, and elicitation if there are `answers`
   */
  readonly client?: Partial<Client> | undefined;
  /**
   * The user's answers to elicitations.
   * @default the client does not support elicitation
   */
  readonly answers?: Answers | undefined;
}

/**
 * Serves a runtime in memory with `@cuecard/server`, and connects an official client: up to 2025-11-25 the client of
 * `@modelcontextprotocol/sdk`, since 2026-07-28 the client of `@modelcontextprotocol/client`. Only the network is left out.
 * Close the client after the test.
 * @throws {TypeError} if one of these packages is not installed
 */
export async function connect(runtime: Runtime, options: ConnectOptions = {}): Promise<ConnectedClient> {
  const { answers, era = options.client?.revision ?? '2025-11-25' } = options;
  const { createHandler } = await optionalPeer('connect', '@cuecard/server', () => import('@cuecard/server'));
  const handler = createHandler(runtime, { name: 'in-memory', version: '1.0.0' });
  const connectClient = era < '2026-07-28' ? connectV1 : connectV2;
  return connectClient({
    caller: { ...clientOf(options.client ?? {}, answers !== undefined), revision: era },
    answering: answers && new Answering(answers),
    fetch: (url, init) => handler.fetch(new Request(url, init)),
    onClose: () => void handler.close(),
  });
}
