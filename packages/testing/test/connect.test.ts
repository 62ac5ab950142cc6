import { Arg, Prompt, type PromptHandler, type RequestContext, Resource, Runtime, Tool } from '@cuecard/core';
import { asHost, connect, type ProtocolRevision } from '@cuecard/testing';
import { describe, expect, test } from '@jest/globals';

const REVISIONS: readonly ProtocolRevision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

class Name {
  @Arg()
  name!: string;
}

@Prompt({ name: 'hello' })
class Hello implements PromptHandler {
  render(_: object, { client }: RequestContext) {
    return `${client?.name} speaks ${client?.revision}`;
  }
}

@Prompt({ name: 'ask' })
class Ask implements PromptHandler {
  async render(_: object, context: RequestContext) {
    return `Hello, ${(await context.ask(Name, 'Who are you?')).name}`;
  }
}

@Tool({ name: 'add' })
class Add {
  call = () => '2';
}

@Resource({ uri: 'guide://review', name: 'review' })
class Guide {
  read = () => 'Be kind';
}

const runtime = () => new Runtime({ prompts: [Hello, Ask], tools: [Add], resources: [Guide] });
const contentOf = ({ messages }: { messages: readonly { content: object }[] }) =>
  messages.map(({ content }) => content);

describe('connect', () => {
  test.each(REVISIONS)('connects an official client that uses protocol revision %s', async (revision) => {
    const client = await connect(runtime(), { revision });
    const { prompts } = await client.listPrompts();
    const { tools } = await client.listTools();
    const { resources } = await client.listResources();
    expect([prompts, tools, resources].flat().map(({ name }) => name)).toEqual(['ask', 'hello', 'add', 'review']);
    const text = `test speaks ${revision}`;
    expect(contentOf(await client.getPrompt({ name: 'hello' }))).toEqual([{ type: 'text', text }]);
    expect((await client.callTool({ name: 'add' })).content).toEqual([{ type: 'text', text: '2' }]);
    const { contents } = await client.readResource({ uri: 'guide://review' });
    expect(contents).toEqual([{ uri: 'guide://review', mimeType: 'text/plain', text: 'Be kind' }]);
    await client.close();
  });

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'answers elicitations with `answers` in protocol revision %s',
    async (revision) => {
      const client = await connect(runtime(), { revision, answers: [{ name: 'Ann' }] });
      expect(contentOf(await client.getPrompt({ name: 'ask' }))).toEqual([{ type: 'text', text: 'Hello, Ann' }]);
      await client.close();
    },
  );

  test('rejects elicitations without `answers`', async () => {
    const client = await connect(runtime());
    await expect(client.getPrompt({ name: 'ask' })).rejects.toThrow('this client does not support elicitation');
    await client.close();
  });

  test('sends the `clientInfo` of a host, and gets results for that host', async () => {
    const client = await connect(runtime(), { client: asHost('codex') });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['add', 'ask', 'hello']);
    await client.close();
  });
});
