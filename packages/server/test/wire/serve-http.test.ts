import { Arg, Prompt, type PromptHandler, Runtime, user } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { expect, test } from '@jest/globals';
import { overHttp } from './support/clients.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'desk', version: '1.0.0' };
const open = closables();

function greetings(): Runtime {
  class GreetingArgs {
    @Arg({ title: 'Name', description: 'Whom to greet', complete: ['Ada', 'Grace', 'Alan'] })
    name!: string;
  }
  @Prompt({ title: 'Greeting', description: 'Greets', args: GreetingArgs })
  class GreetingPrompt implements PromptHandler<GreetingArgs> {
    render = ({ name }: GreetingArgs) => user(`Hello ${name}`);
  }
  return new Runtime({ prompts: [GreetingPrompt] });
}

const listed = {
  prompts: [
    {
      name: 'greeting',
      title: 'Greeting',
      description: 'Greets',
      arguments: [{ name: 'name', description: 'Whom to greet', required: true }],
      _meta: {
        'dev.cuecard/schema': {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { name: { type: 'string', title: 'Name', description: 'Whom to greet' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
  ],
};
const completed = { completion: { values: ['Ada', 'Alan', 'Grace'], total: 3, hasMore: false } };
const got = { messages: [{ role: 'user', content: { type: 'text', text: 'Hello Ada' } }] };

test.each([
  ['v1 client', { sessions: true, responseMode: 'auto' }],
  ['v2 client', { sessions: true, responseMode: 'json' }],
  ['v1 client', { sessions: true, responseMode: 'sse' }],
  ['v2 client', { sessions: false, responseMode: 'auto' }],
  ['v1 client', { sessions: false, responseMode: 'json' }],
  ['v2 client', { sessions: false, responseMode: 'sse' }],
] as const)('The official %s lists, gets and completes prompts with %j', async (version, options) => {
  const server = await serveHttp(greetings(), { ...identity, ...options, port: 0 });
  open.push(server);
  const client = await overHttp[version](server.url);
  open.push(client);
  expect(await client.listPrompts()).toEqual(listed);
  expect(await client.getPrompt({ name: 'greeting', arguments: { name: 'Ada' } })).toEqual(got);
  const ref = { type: 'ref/prompt', name: 'greeting' } as const;
  expect(await client.complete({ ref, argument: { name: 'name', value: 'a' } })).toEqual(completed);
});
