// The contenders without a transport. Each is created in two steps, as in an application: its declarations, and the server or
// runtime that is started with them. It then answers a method as its transport would have it answer.
import { Runtime } from '@cuecard/core';
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as ServerV2 } from '@modelcontextprotocol/server';
import { classesOf } from '../definitions/classes.js';
import { identity, METHODS, promptResult, resourceResult, toolResult } from '../definitions/review.js';
import { registered, registrationsOf } from '../definitions/zod.js';
import { SDK as V1 } from '../servers/sdk-v1.js';
import { SDK as V2 } from '../servers/sdk-v2.js';
import { checkedParams, checkRejection } from '../wire/requests.js';

const cuecard = {
  declare: classesOf,
  start: (kind, classes) => new Runtime({ [kind]: classes }),
  answers: (runtime, method) => runtime.methods.get(method).answer,
};

const mcpServer = (McpServer, sdk) => ({
  declare: (kind, count) => registrationsOf(kind, count, sdk),
  start: (_kind, registrations) => registered(new McpServer(identity), registrations),
  answers({ server }, method) {
    // oxlint-disable-next-line no-underscore-dangle -- both SDKs keep their handlers in a map of this name
    const handler = server._requestHandlers.get(method);
    const { signal } = new AbortController();
    const extra = { signal, mcpReq: { signal, requestState: () => undefined } };
    return (params) => handler({ jsonrpc: '2.0', id: 1, method, params }, extra);
  },
});

export const IMPLEMENTATIONS = {
  Cuecard: cuecard,
  'McpServer of the v1 SDK': mcpServer(ServerV1, V1),
  'McpServer of the v2 SDK': mcpServer(ServerV2, V2),
};

/** The conversion of the input, which is the least that a server does. */
const BARE = {
  'prompts/get': async ({ arguments: args }) => promptResult({ ...args, limit: Number(args.limit) }),
  'tools/call': async ({ arguments: args }) => toolResult({ ...args }),
  'resources/read': async ({ uri }) => resourceResult(uri, { limit: Number(uri.slice(uri.lastIndexOf('/') + 1)) }),
};

/** The contenders of a method. */
export const namesFor = (method) => [...(method in BARE ? ['a bare function'] : []), ...Object.keys(IMPLEMENTATIONS)];

/** Creates a contender with a number of definitions; returns a function that answers checked params in turn. */
export async function contenderOf(name, method, count) {
  const answer = answerOf(name, method, count);
  const request = async ({ params }) => ({ result: await answer(params) });
  if (name in IMPLEMENTATIONS && !METHODS[method].isList) await checkRejection(method, request);
  const params = await checkedParams(method, count, request);
  return (call) => answer(params[call % params.length]);
}

function answerOf(name, method, count) {
  if (!(name in IMPLEMENTATIONS)) return BARE[method];
  const { declare, start, answers } = IMPLEMENTATIONS[name];
  const { kind } = METHODS[method];
  return answers(start(kind, declare(kind, count)), method);
}
