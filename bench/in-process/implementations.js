// What is compared. Each is made in two steps, as by an application: what it declares, and what it starts with that.
// Called directly, it answers a method of the protocol as its transport would have it answer, without any transport.
import { Runtime } from '@cuecard/core';
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as ServerV2 } from '@modelcontextprotocol/server';
import { classesOf } from '../definitions/classes.js';
import { METHODS } from '../definitions/methods.js';
import { registered, registrationsOf } from '../definitions/registrations.js';
import { identity } from '../definitions/review.js';
import { SDK as V1 } from '../servers/sdk-v1.js';
import { SDK as V2 } from '../servers/sdk-v2.js';

const cuecard = {
  declare: classesOf,
  start: (kind, classes) => new Runtime({ [kind]: classes }),
  directly(runtime, method) {
    const { answer: answered } = runtime.methods.get(method);
    return (params, options) => answered(params, options);
  },
};

// Both SDKs keep their handlers in a map of this name.
function handled({ server }, method) {
  // oxlint-disable-next-line no-underscore-dangle -- there is no other way to it
  const handler = server._requestHandlers.get(method);
  const { signal } = new AbortController();
  const extra = { signal, mcpReq: { signal, requestState: () => undefined } };
  return (params) => handler({ jsonrpc: '2.0', id: 1, method, params }, extra);
}

const mcpServer = (McpServer, sdk) => ({
  declare: (kind, count) => registrationsOf(kind, count, sdk),
  start: (_kind, registrations) => registered(new McpServer(identity), registrations),
  directly: handled,
});

export const IMPLEMENTATIONS = {
  Cuecard: cuecard,
  'McpServer of the v1 SDK': mcpServer(ServerV1, V1),
  'McpServer of the v2 SDK': mcpServer(ServerV2, V2),
};

/** Started with so many definitions of a kind. */
export function started(name, kind, count) {
  const { declare, start } = IMPLEMENTATIONS[name];
  return start(kind, declare(kind, count));
}

/** A function that answers a method; completion is that of prompts. */
export function directly(name, method, count) {
  const kind = METHODS[method]?.of ?? 'prompts';
  return IMPLEMENTATIONS[name].directly(started(name, kind, count), method);
}
