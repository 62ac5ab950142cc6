import type { Introduction, Sdk } from '@cuecard/transports';
import {
  isInitializeRequest,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { modernSdk } from './modern.js';
import type { RequestState } from './request-state.js';
import { REVISIONS, V2Server } from './server.js';

// The SDK makes one a server, which is dear where each request has its own server. Nothing of a runtime uses it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The v2 SDK, as the transports use it. */
export function sdkWith(state: RequestState): Sdk {
  return {
    revisions: REVISIONS,
    guards: {
      isMessage: isSpecType.JSONRPCMessage,
      // Since 2026-07-28 there are no introductions, and the SDK says so.
      isIntroduction: (message) => isInitializeRequest(message) || hasEnvelope(message),
    },
    open: (introduction) => new V2Server(makeServer(introduction)),
    modern: modernSdk(state, makeServer),
  };
}

function makeServer({ serverInfo, ...described }: Introduction, options: ServerOptions = {}): Server {
  return new Server(serverInfo, { jsonSchemaValidator, ...described, ...options });
}

function hasEnvelope(message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { _meta?: object } };
  return Object.hasOwn(params?._meta ?? {}, PROTOCOL_VERSION_META_KEY);
}
