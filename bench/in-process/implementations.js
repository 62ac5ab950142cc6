// What is compared. Each is made in two steps, as by an application: what it declares, and what it starts with that.
// Called directly, it answers a method of the protocol as its transport would have it answer, without any transport.
import { Runtime } from '@cuecard/core';
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { completable as completableV1 } from '@modelcontextprotocol/sdk/server/completable.js';
import { completable as completableV2, McpServer as ServerV2 } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { promptClass } from '../prompts/class.js';
import { answer, identity, nameOf, numbers } from '../prompts/prompt.js';
import { shape } from '../prompts/schema.js';

const cuecard = {
  declare: (count) => numbers(count).map((index) => promptClass(index)),
  start: (prompts) => new Runtime({ prompts }),
  directly(runtime, method) {
    const { answer: answered } = runtime.methods.get(method);
    return (params, options) => answered(params, options);
  },
};

function registered(server, schemas) {
  for (const [index, argsSchema] of schemas.entries()) server.registerPrompt(nameOf(index), { argsSchema }, answer);
  return server;
}

// Both SDKs keep their handlers in a map of this name.
function handled({ server }, method) {
  // oxlint-disable-next-line no-underscore-dangle -- there is no other way to it
  const handler = server._requestHandlers.get(method);
  const { signal } = new AbortController();
  const extra = { signal, mcpReq: { signal, requestState: () => undefined } };
  return (params) => handler({ jsonrpc: '2.0', id: 1, method, params }, extra);
}

export const IMPLEMENTATIONS = {
  Cuecard: cuecard,
  'McpServer of the v1 SDK': {
    declare: (count) => numbers(count).map(() => shape(completableV1)),
    start: (schemas) => registered(new ServerV1(identity), schemas),
    directly: handled,
  },
  'McpServer of the v2 SDK': {
    declare: (count) => numbers(count).map(() => z.object(shape(completableV2))),
    start: (schemas) => registered(new ServerV2(identity), schemas),
    directly: handled,
  },
};

/** Started with so many prompts. */
export function started(name, count) {
  const { declare, start } = IMPLEMENTATIONS[name];
  return start(declare(count));
}

/** A function that answers a method. */
export function directly(name, method, count) {
  return IMPLEMENTATIONS[name].directly(started(name, count), method);
}
