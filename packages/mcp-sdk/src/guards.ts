import type { MessageGuards } from '@cuecard/transports';
import { InitializeRequestSchema, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** What the SDK takes for a message. */
export const guards: MessageGuards = {
  isMessage: (value) => JSONRPCMessageSchema.safeParse(value).success,
  isIntroduction: (message) => InitializeRequestSchema.safeParse(message).success,
};
