import type { MessageGuards } from '@cuecard/transports';
import { isInitializeRequest, isSpecType, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';

/** What the SDK takes for a message. */
export const guards: MessageGuards = {
  isMessage: isSpecType.JSONRPCMessage,
  // Since 2026-07-28 there are no introductions, and the SDK says so.
  isIntroduction: (message) => isInitializeRequest(message) || hasEnvelope(message),
};

function hasEnvelope(message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { _meta?: object } };
  return Object.hasOwn(params?._meta ?? {}, PROTOCOL_VERSION_META_KEY);
}
