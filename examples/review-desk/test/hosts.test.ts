import { serveHttp } from '@cuecard/server';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ContentBlock, ElicitRequestSchema, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import { IDENTITY, openDesk } from '../dist/desk.js';
import { SampleRepository } from '../dist/story/sample-repository.js';
import { rememberGit } from './support/remembered-git.ts';

// Each test uses every prompt of the desk as one host of `docs/clients.md` does.

interface Task {
  /** The arguments that the user enters. */
  readonly input: Readonly<Record<string, string>>;
  /** Excerpts that must reach the model. */
  readonly essential: readonly string[];
}

const TASKS: Readonly<Record<string, Task>> = {
  review_code: { input: { code: 'let x = 1;' }, essential: ['Review the code below', 'let x = 1;'] },
  review_changes: { input: { from: 'v1.0.0' }, essential: ['as you would a pull request', 'farewell'] },
  commit_message: { input: {}, essential: ['Write the message for a commit', 'Hello ${name}.'] },
  release_notes: { input: { from: 'v1.0.0' }, essential: ['say goodbye'] },
  explain_file: { input: { path: 'README.md' }, essential: ['Explain the file below', 'Greets people, politely.'] },
  review_image: { input: { path: 'docs/greeting.png' }, essential: ['Review this picture', 'docs/greeting.png'] },
  minutes: { input: { path: 'notes/call.wav' }, essential: ['Write the minutes', 'notes/call.wav'] },
  onboarding: { input: {}, essential: ['src/greet.ts', '# Greeter'] },
};

let sample: SampleRepository;
let server: Awaited<ReturnType<typeof serveHttp>>;

beforeAll(async () => {
  rememberGit();
  sample = new SampleRepository();
  server = await serveHttp(openDesk(sample.path).runtime, { ...IDENTITY, port: 0 });
});

afterAll(async () => {
  jest.restoreAllMocks();
  await server.close();
  sample.remove();
});

async function connect(clientInfo: { name: string; version: string }, capabilities = {}): Promise<Client> {
  const client = new Client(clientInfo, { capabilities });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as never);
  return client;
}

/** Returns the prompts whose essential excerpts did not reach the model, with the text that did. */
async function missed(use: (name: string, task: Task) => Promise<string>): Promise<Record<string, string>> {
  const failed: Record<string, string> = {};
  for (const [name, task] of Object.entries(TASKS)) {
    const reached = await use(name, task).catch(String);
    if (!task.essential.every((part) => reached.includes(part))) failed[name] = reached;
  }
  return failed;
}

const textOf = (blocks: readonly ContentBlock[]): string =>
  blocks.map((block) => ('text' in block ? block.text : JSON.stringify(block))).join('\n');

describe('openDesk', () => {
  test('elicits the argument that Claude Code cannot type because of its spaces', async () => {
    const client = await connect({ name: 'claude-code', version: '2.1.330' }, { roots: {}, elicitation: { form: {} } });
    const listed = new Map((await client.listPrompts()).prompts.map((prompt) => [prompt.name, prompt]));
    let answers: Task['input'] = {};
    const questions: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: answers };
    });
    const failed = await missed(async (name, { input }) => {
      answers = input;
      const { arguments: args = [] } = listed.get(name) as Prompt;
      // A value with spaces cannot be typed: the user sends the command alone and fills in the form.
      const words = Object.values(input).filter((value) => !value.includes(' '));
      const missing = args.slice(words.length).filter(({ required }) => required);
      if (missing.length > 0) return `Error: Missing required argument: ${missing.map((arg) => arg.name).join()}`;
      const typed = Object.fromEntries(words.map((word, at) => [args[at]?.name ?? '', word]));
      const { messages } = await client.getPrompt({ name, arguments: typed });
      return textOf(
        messages.flatMap(({ content }) => (content.type === 'resource' ? [content.resource as never] : [content])),
      );
    });
    expect([failed, questions]).toEqual([{}, ['What should "Review code" use as Code?']]);
    await client.close();
  });

  test.each([
    ['Visual Studio Code', '1.139.0'],
    ['a host that Cuecard does not know', '1.0.0'],
  ])('puts the essentials in the first message for %s', async (host, version) => {
    const client = await connect({ name: host, version });
    const failed = await missed(async (name, { input }) => {
      const { messages } = await client.getPrompt({ name, arguments: { ...input } });
      return textOf(messages.slice(0, 1).map(({ content }) => content));
    });
    expect(failed).toEqual({});
    await client.close();
  });

  test.each([
    ['gemini-cli-mcp-client', '0.61.0'],
    ['qwen-cli-mcp-client-desk', '0.0.1'],
  ])('puts the essentials in the first text content for %s', async (name, version) => {
    const client = await connect({ name, version }, { roots: {} });
    const failed = await missed(async (prompt, { input }) => {
      const { messages } = await client.getPrompt({ name: prompt, arguments: { ...input } });
      const [first] = messages;
      return first?.content.type === 'text' ? first.content.text : 'an empty or invalid prompt response';
    });
    expect(failed).toEqual({});
    await client.close();
  });

  describe('when placeholders replace the arguments', () => {
    const connected = () => connect({ name: 'opencode', version: '1.18.33' }, { roots: {} });
    const placeholders = ({ arguments: args = [] }: Prompt) =>
      Object.fromEntries(args.map((arg, at) => [arg.name, `$${at + 1}`]));

    test('renders every prompt with placeholders for opencode', async () => {
      const client = await connected();
      const { prompts } = await client.listPrompts();
      const got = await Promise.allSettled(
        prompts.map((prompt) => client.getPrompt({ name: prompt.name, arguments: placeholders(prompt) })),
      );
      expect(got.map(({ status }) => status)).toEqual(prompts.map(() => 'fulfilled'));
      await client.close();
    });

    test('names tools in the templates that opencode fills in', async () => {
      const client = await connected();
      const { prompts } = await client.listPrompts();
      const { tools } = await client.listTools();
      const failed = await missed(async (name, { input }) => {
        const prompt = prompts.find((each) => each.name === name) as Prompt;
        const { messages } = await client.getPrompt({ name, arguments: placeholders(prompt) });
        const template = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
        const typed = Object.values(input);
        const text = template.replace(/\$(\d+)/g, (_, at: string) => typed[Number(at) - 1] ?? '');
        const tool = /^Call the tool "([^"]*)"/.exec(text)?.[1];
        if (tool === undefined) return text;
        expect(tools.map((each) => each.name)).toContain(tool);
        const args = [...text.matchAll(/^- (\w+): (.+)$/gm)].map(([, key = '', value = '']) => [key, value] as const);
        const { content } = await client.callTool({ name: tool, arguments: Object.fromEntries(args) });
        return textOf(content as ContentBlock[]);
      });
      expect(failed).toEqual({});
      await client.close();
    });
  });

  test.each([
    ['codex-mcp-client', '0.169.0', { elicitation: { form: {}, url: {} } }],
    ['copilot-cli', '1.0.102', { sampling: {}, elicitation: { form: {}, url: {} } }],
    ['continue-cli-client', '1.0.0', {}],
    ['@cline/core', '0.0.0', {}],
  ])('offers every prompt as a tool for %s', async (name, version, capabilities) => {
    const client = await connect({ name, version }, capabilities);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(TASKS).toSorted());
    const failed = await missed(async (tool, { input }) => {
      const { content } = await client.callTool({ name: tool, arguments: input });
      return (content as ContentBlock[])
        .map((block) => (block.type === 'resource' && 'text' in block.resource ? block.resource.text : textOf([block])))
        .join('\n');
    });
    expect(failed).toEqual({});
    await client.close();
  });
});
