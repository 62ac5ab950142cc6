// One of what is compared, in a process of its own, so that it pays for nobody else's memory. It answers each message
// with what a call has cost it, in microseconds.
import { Arg, Prompt, PromptRuntime, user } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as LowLevelV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { InMemoryTransport as MemoryV2, McpServer as ServerV2 } from '@modelcontextprotocol/server';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { z } from 'zod';

const CALLS = 20_000;
const LANGUAGES = ['typescript', 'python', 'go'];
const args = { code: 'const a = 1;', language: 'go', limit: '7' };

const render = ({ code, language, limit }) => `Review this ${language} and report at most ${limit} findings:\n${code}`;

// Each class comes from a source of its own, as the classes of an application do: hence the number in it, for the engine
// compiles equal sources once. Classes from one source would share what it learns about them, which makes all of them
// slow.
const source = (index) => `
  class ReviewArgs${index} {
    code;
    language;
    limit = 10;
  }
  class Review${index} {
    render(values) {
      return user(render(values));
    }
  }
  return [ReviewArgs${index}, Review${index}];
`;

/** @param {number} index */
function promptClass(index) {
  const [ReviewArgs, Review] = new Function('user', 'render', source(index))(user, render);
  const rules = [
    ['code', [Arg({ type: String })]],
    ['language', [Arg({ type: String }), IsOptional(), IsIn(LANGUAGES)]],
    ['limit', [Arg(), IsInt(), Min(1), Max(50)]],
  ];
  for (const [name, decorators] of rules) for (const decorate of decorators) decorate(ReviewArgs.prototype, name);
  Prompt({ name: `review_${index}`, args: ReviewArgs })(Review);
  return Review;
}

function shape() {
  return {
    code: z.string().min(1),
    language: z.enum(LANGUAGES).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  };
}

const answer = (values) => ({ messages: [{ role: 'user', content: { type: 'text', text: render(values) } }] });
const numbers = (count) => Array.from({ length: count }, (_, index) => index);

function runtimeOf(count) {
  return new PromptRuntime({ prompts: numbers(count).map(promptClass) });
}

function boundV1(count) {
  const server = new LowLevelV1({ name: 'bench', version: '1.0.0' });
  bindRuntime(server, runtimeOf(count));
  return server;
}

function serverV1(count) {
  const server = new ServerV1({ name: 'bench', version: '1.0.0' });
  for (const index of numbers(count)) server.registerPrompt(`review_${index}`, { argsSchema: shape() }, answer);
  return server;
}

function serverV2(count) {
  const server = new ServerV2({ name: 'bench', version: '1.0.0' });
  for (const index of numbers(count))
    server.registerPrompt(`review_${index}`, { argsSchema: z.object(shape()) }, answer);
  return server;
}

const request = (id, name) => ({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name, arguments: args } });

// Both SDKs keep their handlers in a map of this name; called there, nothing of a transport is measured.
function directly({ server }) {
  // oxlint-disable-next-line no-underscore-dangle -- there is no other way to it
  const handler = server._requestHandlers.get('prompts/get');
  const { signal } = new AbortController();
  const extra = { signal, mcpReq: { signal, requestState: () => undefined } };
  return (name) => handler(request(1, name), extra);
}

async function overMemory(server, Transport) {
  const [client, transport] = Transport.createLinkedPair();
  await server.connect(transport);
  await client.start();
  const waiting = new Map();
  client.onmessage = ({ id, result }) => {
    waiting.get(id)(result);
    waiting.delete(id);
  };
  let last = 0;
  return (name) => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      void client.send(request(id, name));
    });
  };
}

/** What is compared; each makes a function that answers for a prompt, among so many. */
const CONTENDERS = {
  'a bare function': () => async () => answer({ ...args, limit: Number(args.limit) }),
  Cuecard: (count) => {
    const runtime = runtimeOf(count);
    return (name) => runtime.get({ name, arguments: args });
  },
  'McpServer of the v1 SDK': (count) => directly(serverV1(count)),
  'McpServer of the v2 SDK': (count) => directly(serverV2(count)),
  'Cuecard on the v1 SDK, over memory': (count) => overMemory(boundV1(count), MemoryV1),
  'McpServer of the v1 SDK, over memory': (count) => overMemory(serverV1(count), MemoryV1),
  'McpServer of the v2 SDK, over memory': (count) => overMemory(serverV2(count), MemoryV2),
};

async function microseconds() {
  const start = process.hrtime.bigint();
  for (let call = 0; call < CALLS; call += 1) await ask(`review_${call % 10}`);
  return Number(process.hrtime.bigint() - start) / CALLS / 1_000;
}

const [, , name, count] = process.argv;
const ask = await CONTENDERS[name](Number(count));
const { messages } = await ask('review_0');
if (messages[0].content.text !== render({ ...args, limit: 7 })) throw new Error(`${name} answers something else`);
process.on('message', async () => process.send(await microseconds()));
process.send('ready');
