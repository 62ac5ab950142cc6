import {
  type CallToolResult,
  type Client,
  definePrompt,
  defineTool,
  onGetPrompt,
  RequestError,
  Runtime,
  type RuntimeOptions,
  type VisibilityOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

const revision = '2025-11-25';
const codex: Client = { name: 'codex-mcp-client', revision };
const opencode: Client = { name: 'opencode', revision };
const silent = { warn: () => {}, error: () => {} };

const runtimeOf = (options: RuntimeOptions) => new Runtime({ logger: silent, ...options });
const saying = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const textOf = ({ content }: CallToolResult) => (content[0] as { text: string }).text;
const many = Array.from({ length: 51 }, (_, at) => definePrompt({ name: `p${at}`, render: () => `Prompt ${at}` }));

describe('Runtime.tools with prompts as tools', () => {
  test('rejects a hidden prompt like an unknown tool', async () => {
    const Secret = promptClass('Secret', 'hi', { name: 'secret', visible: () => false });
    let count = 0;
    const spy = onGetPrompt((_call, next) => {
      count += 1;
      return next();
    });
    for (const interceptors of [[], [spy]]) {
      const runtime = runtimeOf({ prompts: [Secret, ...many.slice(0, 2)], interceptors });
      const refusalOf = (name: string) =>
        runtime.tools.call({ name }, { client: codex }).catch(({ code, message, data }: RequestError) => {
          return JSON.stringify({ code, message, data }).replaceAll(name, 'x');
        });
      expect(await refusalOf('secret')).toBe('{"code":-32602,"message":"Unknown tool \\"x\\"","data":{"tool":"x"}}');
      expect(await refusalOf('nobody')).toBe(await refusalOf('secret'));
    }
    expect(count).toBe(2);
  });

  test.each<[string, VisibilityOptions]>([
    ['a scope', { scopes: ['admin'] }],
    ['a test', { visible: () => false }],
  ])('gives a prompt the same tool name whether or not %s hides a tool', async (_, hidden) => {
    const toolsFor = async (name: string) => {
      const secret = defineTool({ name, ...hidden, call: () => 'secret' });
      const runtime = runtimeOf({ prompts: many.slice(0, 2), tools: [secret] });
      const { tools } = await runtime.tools.list({}, { client: codex });
      const calls = ['p0', 'p0_prompt'].map((tool) => {
        return runtime.tools.call({ name: tool }, { client: codex }).then(textOf, ({ message }: Error) => message);
      });
      return [...tools.map((tool) => tool.name), ...(await Promise.all(calls))];
    };
    const shown = ['p0_prompt', 'p1_prompt', 'Unknown tool "p0"', 'Prompt 0'];
    expect([await toolsFor('p0'), await toolsFor('else')]).toEqual([shown, shown]);
  });

  test('does not reveal the name of a hidden prompt on timeout', async () => {
    const Secret = promptClass('Secret', 'hi', { name: 'team/secret', visible: () => false });
    const limits = { renderMs: 20, callMs: 20 };
    const runtime = runtimeOf({ prompts: [Secret], limits, prepare: () => new Promise(() => {}) });
    const answerTo = (name: string) => runtime.tools.call({ name }, { client: codex });
    expect(await answerTo('team_secret')).toEqual({
      ...saying('Tool "team_secret" did not answer within 20 ms'),
      isError: true,
      _meta: { 'dev.cuecard/error': { code: -32603, data: { tool: 'team_secret', limitMs: 20 } } },
    });
  });

  test('rejects a call of a prompt whose latest version has asTool: false', async () => {
    const greet = (version: string, asTool: boolean) =>
      definePrompt({ name: 'greet', version, asTool, render: () => version });
    const runtime = runtimeOf({ prompts: [greet('1.0.0', true), greet('2.0.0', false)] });
    expect((await runtime.tools.list({}, { client: codex })).tools).toEqual([]);
    await expect(runtime.tools.call({ name: 'greet' }, { client: codex })).rejects.toMatchObject({
      message: 'Unknown tool "greet"',
    });
  });

  test('omits prompts with asTool false from list_prompts and get_prompt', async () => {
    const clean = definePrompt({ name: 'clean', asTool: false, render: () => 'Delete everything' });
    const runtime = runtimeOf({ prompts: [clean, ...many.slice(0, 2)], promptsAsTools: 'pair' });
    const call = (name: string, args = {}) => runtime.tools.call({ name, arguments: args }, { client: codex });
    expect(await call('list_prompts')).toEqual(saying('{"prompts":[{"name":"p0"},{"name":"p1"}]}'));
    expect(await call('get_prompt', { name: 'clean' })).toEqual({
      ...saying('Unknown prompt "clean"'),
      isError: true,
      _meta: { 'dev.cuecard/error': { code: -32602, data: { prompt: 'clean' } } },
    });
    expect(await call('get_prompt', { name: 'p1' })).toEqual(saying('Prompt 1'));
  });

  test('rejects list_prompts and get_prompt with the error of an interceptor', async () => {
    const limit = throwing(new RequestError('Too many', { code: 4290 }));
    const runtime = runtimeOf({ prompts: many, interceptors: [limit] });
    for (const name of ['list_prompts', 'get_prompt', 'nobody'])
      await expect(runtime.tools.call({ name, arguments: { name: 'p1' } }, { client: codex })).rejects.toMatchObject({
        code: 4290,
        message: 'Too many',
      });
  });
});

describe('Runtime.prompts.get with placeholders', () => {
  test('returns instructions to call get_prompt if the host has that tool', async () => {
    class Refusal extends RequestError {}
    const strict = definePrompt({
      name: 'strict',
      args: [{ name: 'count', required: true }],
      render: ({ count }) => {
        if (Number.isNaN(Number(count))) throw new Refusal('Not a number');
        return `Count to ${count}`;
      },
    });
    const runtime = runtimeOf({ prompts: [strict, ...many] });
    const got = await runtime.prompts.get({ name: 'strict', arguments: { count: '$1' } }, { client: opencode });
    expect(got.messages[0]?.content).toEqual({
      type: 'text',
      text: 'Call the tool "get_prompt" with the name "strict" and these arguments, without those that are empty, and follow what it returns:\n- count: $1',
    });
    const call = { name: 'get_prompt', arguments: { name: 'strict', arguments: { count: '4' } } };
    expect(textOf(await runtime.tools.call(call, { client: opencode }))).toBe('Count to 4');
  });

  test('returns errors of interceptors as a message, but rejects when cancelled', async () => {
    const prompt = definePrompt({ name: 'say', args: [{ name: 'what', required: true }], render: () => 'x' });
    const limit = throwing(new RequestError('Too many', { code: 4290 }));
    const runtime = runtimeOf({ prompts: [prompt], interceptors: [limit] });
    const params = { name: 'say', arguments: { what: '$1' } };
    const { messages } = await runtime.prompts.get(params, { client: opencode });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining('was not used: Too many.') });
    const { signal } = { signal: AbortSignal.abort(new Error('gone')) };
    await expect(runtime.prompts.get(params, { client: opencode, signal })).rejects.toThrow('gone');
  });

  test('omits values that are not strings from the instructions', async () => {
    const runtime = runtimeOf({ prompts: [definePrompt({ name: 'say', render: () => 'x' })] });
    const odd = { what: '$1', other: { toString: 5, valueOf: 5 } } as unknown as Record<string, string>;
    const got = await runtime.prompts.get({ name: 'say', arguments: odd }, { client: opencode });
    expect(got.messages[0]?.content).toEqual({
      type: 'text',
      text: 'Call the tool "say" with these arguments, without those that are empty, and follow what it returns:\n- what: $1',
    });
  });
});

describe('Runtime.tools.list with similar names', () => {
  test('keeps names unique in hosts that replace "-" or "."', async () => {
    const render = () => 'x';
    const prompts = ['a-b', 'a_b', 'c-d', 'list-prompts'].map((name) => definePrompt({ name, render }));
    const runtime = runtimeOf({ prompts, tools: [defineTool({ name: 'c.d', call: render })] });
    const { tools } = await runtime.tools.list({}, { client: codex });
    expect(tools.map(({ name }) => name)).toEqual(['c.d', 'a-b', 'a_b_prompt', 'c-d_prompt', 'list-prompts_prompt']);
    for (const { name } of tools) expect(await runtime.tools.call({ name }, { client: codex })).toEqual(saying('x'));
  });
});
