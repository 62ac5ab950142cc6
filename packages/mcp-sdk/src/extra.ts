import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

/** What the SDK's request handlers are told besides the request. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
