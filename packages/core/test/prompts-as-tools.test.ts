import {
  Arg,
  assistant,
  type CallToolResult,
  type Client,
  definePack,
  definePrompt,
  mount,
  onGetPrompt,
  Prompt,
  type PromptHandler,
  RequestError,
  Runtime,
  type RuntimeOptions,
  Tool,
  type ToolHandler,
  user,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsInt, IsOptional, Max } from 'class-validator';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

const revision = '2025-11-25';
const codex: Client = { name: 'codex-mcp-client', revision };
const somebody: Client = { name: 'somebody', revision };
const silent = { warn: () => {}, error: () => {} };
const $schema = 'https://json-schema.org/draft/2020-12/schema';
const FOLLOW = 'Returns the messages of a prompt: follow them as if the user had written them.';

class Review {
  @Arg({ description: 'The code to review' }) code!: string;

  @Arg()
  @IsOptional()
  @IsInt()
  @Max(50)
  limit?: number;
}

@Prompt({ name: 'team/review', title: 'Review code', description: 'Asks for a review', args: Review })
class ReviewCode implements PromptHandler<Review> {
  render({ code, limit = 10 }: Review) {
    return `Report ${limit * 1} of ${code}`;
  }
}

const runtimeOf = (options: Partial<RuntimeOptions> = {}) =>
  new Runtime({ prompts: [ReviewCode], interpolation: 'off', logger: silent, ...options });

const namesFor = async (runtime: Runtime, client: Client | undefined) =>
  (await runtime.tools.list({}, { client })).tools.map(({ name }) => name);

const saying = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

describe('Runtime.tools for a host without prompts', () => {
  test('lists prompts as tools with callable names and argument schemas', async () => {
    const runtime = runtimeOf();
    expect(await runtime.tools.list({}, { client: codex })).toEqual({
      tools: [
        {
          name: 'team_review',
          title: 'Review code',
          description: `Asks for a review. ${FOLLOW}`,
          inputSchema: {
            $schema,
            type: 'object',
            properties: {
              code: { type: 'string', description: 'The code to review' },
              limit: { type: 'integer', maximum: 50 },
            },
            required: ['code'],
            additionalProperties: false,
          },
          annotations: { readOnlyHint: true },
          _meta: { 'dev.cuecard/prompt': 'team/review' },
        },
      ],
    });
    expect([runtime.offers('tools', codex), runtime.listsPromptsAsTools(codex)]).toEqual([true, true]);
  });

  test.each<[object, CallToolResult]>([
    [{ code: 'let x', limit: 3 }, saying('Report 3 of let x')],
    [{ code: 'let x', limit: '3' }, saying('Report 3 of let x')],
    [
      { limit: 51 },
      {
        ...saying(
          'Invalid arguments for prompt "team/review". Fix them and call it again:\n- code is required\n- limit must not be greater than 50',
        ),
        isError: true,
        _meta: expect.anything(),
      },
    ],
  ])('calls a prompt with arguments %j', async (args, expected) => {
    const call = { name: 'team_review', arguments: args as Record<string, unknown> };
    expect(await runtimeOf().tools.call(call, { client: codex })).toEqual(expected);
  });

  test('names the speaker of each message', async () => {
    const talk = definePrompt({ name: 'talk', render: () => [user`Two and two?`, assistant`Four.`] });
    const runtime = runtimeOf({ prompts: [talk] });
    expect(await runtime.tools.call({ name: 'talk' }, { client: codex })).toEqual({
      content: [{ type: 'text', text: 'User:\nTwo and two?\n\nAssistant:\nFour.' }],
    });
  });

  test('returns a RequestError of the prompt as a failed result', async () => {
    const fail = definePrompt({ name: 'fail', render: throwing(new RequestError('There is no such file')) });
    const runtime = runtimeOf({ prompts: [fail] });
    const { content, isError } = await runtime.tools.call({ name: 'fail' }, { client: codex });
    expect({ content, isError }).toEqual({ ...saying('There is no such file'), isError: true });
  });

  test('rejects a hidden prompt like an unknown tool', async () => {
    const Secret = promptClass('Secret', 'hi', { name: 'secret', visible: () => false });
    const runtime = runtimeOf({ prompts: [Secret] });
    expect(await namesFor(runtime, codex)).toEqual([]);
    const messageOf = (name: string) =>
      runtime.tools.call({ name }, { client: codex }).catch(({ message }: Error) => message.replace(name, 'x'));
    expect(await messageOf('secret')).toBe(await messageOf('nobody'));
  });

  test('calls the older version if the newest version is not a tool', async () => {
    const render = () => 'hello';
    const runtime = runtimeOf({
      prompts: [
        definePrompt({ name: 'greet', version: '1.0.0', render }),
        definePrompt({ name: 'greet', version: '2.0.0', asTool: false, scopes: ['beta'], render }),
      ],
    });
    expect(await namesFor(runtime, codex)).toEqual(['greet']);
    expect(await runtime.tools.call({ name: 'greet' }, { client: codex })).toEqual({
      ...saying('hello'),
      _meta: { 'dev.cuecard/version': '1.0.0' },
    });
  });

  test('runs the interceptors of prompts/get', async () => {
    const seen: unknown[] = [];
    const spy = onGetPrompt((call, next) => {
      seen.push([call.method, call.params, call.definition?.name]);
      return next();
    });
    await runtimeOf({ interceptors: [spy] }).tools.call(
      { name: 'team_review', arguments: { code: 'a' } },
      { client: codex },
    );
    expect(seen).toEqual([['prompts/get', { name: 'team/review', arguments: { code: 'a' } }, 'team/review']]);
  });

  test('lists prompts after tools across pages, with unique names', async () => {
    const tools = ['a', 'b', 'c'].map((name) => {
      @Tool({ name })
      class Each implements ToolHandler {
        call = () => 'ok';
      }
      return Each;
    });
    const prompts = ['b', 'x', 'y', 'z'].map((name) => definePrompt({ name, render: () => name }));
    const runtime = runtimeOf({ prompts, tools, pageSize: 2 });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await runtime.tools.list(cursor === undefined ? {} : { cursor }, { client: codex });
      pages.push(page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([['a', 'b'], ['c', 'b_prompt'], ['x', 'y'], ['z']]);
    expect(await runtime.tools.call({ name: 'b' }, { client: codex })).toEqual(saying('ok'));
    expect(await runtime.tools.call({ name: 'b_prompt' }, { client: codex })).toEqual(saying('b'));
  });

  test('offers list_prompts and get_prompt instead of more than fifty prompts', async () => {
    const prompts = Array.from({ length: 51 }, (_, at) =>
      definePrompt({ name: `p${at}`, render: () => `Prompt ${at}` }),
    );
    const runtime = runtimeOf({ prompts, pageSize: 2 });
    expect(await namesFor(runtime, codex)).toEqual(['get_prompt', 'list_prompts']);
    const listed = await runtime.tools.call({ name: 'list_prompts' }, { client: codex });
    const { nextCursor } = JSON.parse((listed.content[0] as { text: string }).text) as { nextCursor: string };
    expect(listed).toEqual(saying(JSON.stringify({ prompts: [{ name: 'p0' }, { name: 'p1' }], nextCursor })));
    const more = await runtime.tools.call(
      { name: 'list_prompts', arguments: { cursor: nextCursor } },
      { client: codex },
    );
    expect((more.content[0] as { text: string }).text).toContain('"p10"');
    const got = { name: 'get_prompt', arguments: { name: 'p7' } };
    expect(await runtime.tools.call(got, { client: codex })).toEqual(saying('Prompt 7'));
    const wrong = { name: 'get_prompt', arguments: { name: 'p777' } };
    expect(await runtime.tools.call(wrong, { client: codex })).toMatchObject({ isError: true });
    const nothing = { name: 'get_prompt' };
    expect(await runtime.tools.call(nothing, { client: codex })).toMatchObject({ isError: true });
    const badCursor = { name: 'list_prompts', arguments: { cursor: 5 } };
    expect(await runtime.tools.call(badCursor, { client: codex })).toMatchObject({ isError: true });
  });
});

describe('Runtime.tools.list with many prompts', () => {
  test('does not select versions of prompts on other pages', async () => {
    const selected: string[] = [];
    const chosen = definePrompt({ name: 'chosen', asTool: true, render: () => 'hello' });
    const versionsOf = (name: string) =>
      ['1.0.0', '2.0.0'].map((version) => definePrompt({ name, version, render: () => 'hello' }));
    const names = Array.from({ length: 200 }, (_, index) => `prompt-${index}`);
    const runtime = runtimeOf({
      prompts: [chosen, ...names.flatMap(versionsOf)],
      promptsAsTools: 'pair',
      select: [
        (versions) => {
          selected.push(versions[0]?.name ?? '');
          return versions[0];
        },
      ],
    });
    expect(await namesFor(runtime, somebody)).toEqual(['chosen', 'get_prompt', 'list_prompts']);
    expect(selected).toEqual([]);
  });
});

describe('RuntimeOptions.promptsAsTools', () => {
  test('offers no tools to other clients by default', async () => {
    const runtime = runtimeOf();
    expect(await namesFor(runtime, somebody)).toEqual([]);
    expect(runtime.offers('tools', somebody)).toBe(false);
    await expect(runtime.tools.call({ name: 'team_review' }, { client: somebody })).rejects.toMatchObject({
      code: -32601,
      message: 'Method not found',
    });
  });

  test.each<[Partial<RuntimeOptions>, string[], string[]]>([
    [{}, [], ['team_review']],
    [{ promptsAsTools: true }, ['team_review'], ['team_review']],
    [{ promptsAsTools: false }, [], []],
    [{ promptsAsTools: 'pair' }, ['get_prompt', 'list_prompts'], ['get_prompt', 'list_prompts']],
    [{ clients: { codex: false } }, [], []],
    [{ clients: { mine: { client: 'somebody', lacksPrompts: true } } }, ['team_review'], ['team_review']],
  ])('lists prompts as tools with options %j: for others %j, for codex %j', async (options, others, own) => {
    const runtime = runtimeOf(options);
    expect([await namesFor(runtime, somebody), await namesFor(runtime, codex)]).toEqual([others, own]);
  });

  test.each<[boolean | undefined, boolean | undefined, boolean | undefined, boolean, string[]]>([
    [true, undefined, undefined, false, ['p_own']],
    [false, true, true, true, []],
    [undefined, true, undefined, false, ['p_own']],
    [undefined, true, false, true, []],
    [undefined, false, undefined, true, []],
    [undefined, undefined, undefined, true, ['p_own']],
  ])(
    'decides whether a prompt is a tool by asTool %s, pack %s, mount %s, runtime %s',
    async (...[asTool, ofPack, ofMount, promptsAsTools, expected]) => {
      const own = definePrompt({ name: 'own', render: () => 'x', ...(asTool !== undefined && { asTool }) });
      const pack = definePack({
        name: 'k',
        version: '1.0.0',
        prompts: [own],
        ...(ofPack !== undefined && { promptsAsTools: ofPack }),
      });
      const options = { prefix: 'p', ...(ofMount !== undefined && { promptsAsTools: ofMount }) };
      const runtime = runtimeOf({ prompts: [mount(pack, options)], promptsAsTools });
      expect(await namesFor(runtime, somebody)).toEqual(expected);
    },
  );
});

describe('Runtime.prompts.get for a host that sends placeholders', () => {
  const opencode: Client = { name: 'opencode', revision };

  test('keeps placeholders for string arguments, and drops placeholders for optional arguments of other types', async () => {
    const args = { code: '$1', limit: '$2' };
    expect(await runtimeOf().prompts.get({ name: 'team/review', arguments: args }, { client: opencode })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Report 10 of $1' } }],
    });
  });

  test('returns instructions to call a tool when the prompt rejects placeholders', async () => {
    class Strict {
      @Arg() @IsInt() count!: number;
      @Arg() @IsOptional() note?: string;
    }
    @Prompt({ name: 'strict', args: Strict })
    class StrictPrompt implements PromptHandler<Strict> {
      render = ({ count }: Strict) => `Count to ${count}`;
    }
    const runtime = runtimeOf({ prompts: [StrictPrompt] });
    const ask = (client: Client) =>
      runtime.prompts.get({ name: 'strict', arguments: { count: '$1', note: '$2' } }, { client });
    const text =
      'Call the tool "strict" with these arguments, without those that are empty, and follow what it returns:\n- count: $1\n- note: $2';
    expect(await ask(opencode)).toEqual({ messages: [{ role: 'user', content: { type: 'text', text } }] });
    expect(await namesFor(runtime, opencode)).toEqual(['strict']);
    await expect(ask({ ...somebody, name: 'claude-code' })).rejects.toThrow('count must be a number');
    const call = { name: 'strict', arguments: { count: '4' } };
    expect(await runtime.tools.call(call, { client: opencode })).toEqual(saying('Count to 4'));
  });
});

describe('Runtime lists', () => {
  const host: Client = { name: 'host', revision, capabilities: { elicitation: {} } };
  const modern = { ...host, revision: '2026-07-28' };
  const clients = { host: { refusesMissing: true, descriptionLength: 10 } };

  test('shortens descriptions and marks arguments optional for a host with refusesMissing', async () => {
    const runtime = runtimeOf({ clients, askForMissing: true });
    const { prompts } = await runtime.prompts.list({}, { client: host });
    expect(prompts).toMatchObject([
      {
        description: 'Asks for…',
        arguments: [
          { name: 'code', required: false },
          { name: 'limit', required: false },
        ],
      },
    ]);
    const others = await runtime.prompts.list({}, { client: somebody });
    expect(others.prompts).toMatchObject([
      { description: 'Asks for a review', arguments: [{ name: 'code', required: true }, {}] },
    ]);
  });

  test('marks an argument as required if no form can request it', async () => {
    const required = async (options: Partial<RuntimeOptions>, client: Client) =>
      (await runtimeOf({ clients, ...options }).prompts.list({}, { client })).prompts[0]?.arguments?.[0]?.required;
    expect(await required({}, host)).toBe(true);
    expect(await required({ askForMissing: true }, { ...host, capabilities: {} })).toBe(true);
  });

  test('marks tools as private if some hosts get prompts as tools', async () => {
    const scope = async (options: Partial<RuntimeOptions>) =>
      (await runtimeOf(options).tools.list({}, { client: { ...modern, name: 'somebody' } })).cacheScope;
    expect(await scope({})).toBe('private');
    expect(await scope({ promptsAsTools: false })).toBe('public');
    expect(await scope({ prompts: [], tools: [] })).toBe('public');
  });

  test('marks prompts as private only for hosts with a different list', async () => {
    const runtime = runtimeOf({ clients, askForMissing: true });
    const scope = async (client: Client) => (await runtime.prompts.list({}, { client })).cacheScope;
    expect(await scope({ ...modern, name: 'somebody' })).toBe('public');
    expect(await scope(modern)).toBe('private');
  });
});

describe('Runtime.prompts.get for a host with sendsJson', () => {
  test('reads numbers as strings', async () => {
    const rmcp: Client = { name: 'mine', revision };
    const runtime = runtimeOf({ clients: { mine: { sendsJson: true } } });
    const args = { code: 5, limit: 3 } as unknown as Record<string, string>;
    expect(await runtime.prompts.get({ name: 'team/review', arguments: args }, { client: rmcp })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Report 3 of 5' } }],
    });
    await expect(
      runtime.prompts.get({ name: 'team/review', arguments: args }, { client: somebody }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});
