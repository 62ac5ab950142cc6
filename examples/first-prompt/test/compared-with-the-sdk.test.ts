import { readFile } from 'node:fs/promises';
import { Arg, Prompt, type PromptHandler, Runtime, user } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { expect, test } from '@jest/globals';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { IsIn, IsOptional } from 'class-validator';
import { z } from 'zod';

// The README's table of differences is made from what this test sees, so that it cannot say anything else.
const identity = { name: 'compared', version: '1.0.0' };

function withSdk(): McpServer {
  const server = new McpServer(identity);
  const argsSchema = { code: z.string(), language: z.enum(['typescript', 'go']).optional() };
  server.registerPrompt('review', { argsSchema }, ({ code, language }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `${language}: ${code}` } }],
  }));
  server.registerPrompt('throws', {}, () => {
    throw new Error('password xyz');
  });
  server.registerPrompt(
    'wrong_role',
    {},
    () => ({ messages: [{ role: 'system', content: { type: 'text', text: '' } }] }) as never,
  );
  return server;
}

function withCuecard(): Server {
  class ReviewArgs {
    @Arg()
    code!: string;

    @Arg()
    @IsOptional()
    @IsIn(['typescript', 'go'])
    language?: string;
  }
  @Prompt({ args: ReviewArgs })
  class Review implements PromptHandler<ReviewArgs> {
    render = ({ code, language }: ReviewArgs) => user(`${language}: ${code}`);
  }
  @Prompt()
  class Throws implements PromptHandler {
    render = (): never => {
      throw new Error('password xyz');
    };
  }
  @Prompt()
  class WrongRole implements PromptHandler {
    render = () => ({ role: 'system', content: { type: 'text', text: '' } }) as never;
  }
  const runtime = new Runtime({
    prompts: [Review, Throws, WrongRole],
    logger: { error: () => {}, warn: () => {} },
  });
  const server = new Server(identity);
  bindRuntime(server, runtime);
  return server;
}

type Connectable = { connect(transport: Transport): Promise<void> };
type Answer = {
  result?: { completion?: { values: string[] } };
  error?: { code: number; message: string; data?: { id?: string } };
};

async function asker(server: Connectable) {
  const [client, transport] = InMemoryTransport.createLinkedPair();
  await server.connect(transport);
  return (method: string, params: object) =>
    new Promise<Answer>((resolve) => {
      client.onmessage = (message) => resolve(message as Answer);
      void client.send({ jsonrpc: '2.0', id: 1, method, params } as JSONRPCMessage);
    });
}

function answered(result: Answer['result'] = {}): string {
  if (result.completion !== undefined) return `suggests ${result.completion.values.join(', ')}`;
  return Object.hasOwn(result, 'prompts') ? 'answers with the whole list' : 'answers';
}

function summary({ result, error }: Answer): string {
  if (error === undefined) return answered(result);
  const message = error.message.replace(/^Invalid arguments for prompt "?review"?: /, '').split('\n')[0] ?? '';
  const said = message.startsWith('[')
    ? 'the parser’s report'
    : `“${message.length > 70 ? `${message.slice(0, 70)}…` : message}”`;
  const id = error.data?.id === undefined ? '' : ', and an id for the log';
  return `\`${error.code}\` ${said}${id}`;
}

const cases: readonly [string, string, object][] = [
  ['a misspelt argument', 'prompts/get', { name: 'review', arguments: { code: 'x', langauge: 'go' } }],
  ['an argument that breaks a rule', 'prompts/get', { name: 'review', arguments: { code: 'x', language: 'cobol' } }],
  ['a number where a string belongs', 'prompts/get', { name: 'review', arguments: { code: 5 } }],
  ['an empty string for a required argument', 'prompts/get', { name: 'review', arguments: { code: '' } }],
  [
    'an empty string for an optional argument',
    'prompts/get',
    { name: 'review', arguments: { code: 'x', language: '' } },
  ],
  [
    'what could follow “ty” as a language',
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'language', value: 'ty' } },
  ],
  ['a cursor that nobody gave out', 'prompts/list', { cursor: 'garbage' }],
  ['no name', 'prompts/get', {}],
  ['the prompt throws “password xyz”', 'prompts/get', { name: 'throws' }],
  ['the prompt returns the role “system”', 'prompts/get', { name: 'wrong_role' }],
];

test('the README compares what the SDK and Cuecard really answer', async () => {
  const [sdk, cuecard] = [await asker(withSdk()), await asker(withCuecard())];
  const rows = [];
  for (const [what, method, params] of cases) {
    rows.push(`| ${what} | ${summary(await sdk(method, params))} | ${summary(await cuecard(method, params))} |`);
  }
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const tables = readme.replace(/ +/g, ' ');
  expect(rows.filter((row) => !tables.includes(row))).toEqual([]);
});
