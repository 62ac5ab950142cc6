import { type Client, type ClientRows, definePrompt, defineTool, mount, definePack, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { size } from '../../../test/support/runs.ts';

const revision = '2025-11-25';
const codex: Client = { name: 'codex-mcp-client', revision };

/** A logger that remembers. */
function listening() {
  const warned: string[] = [];
  return { warned, logger: { warn: (line: string) => void warned.push(line), error: () => {} } };
}

const tool = (name: string) => defineTool({ name, call: () => name });
const prompt = (name: string) => definePrompt({ name, render: () => name });
const toolNames = async (runtime: Runtime, client = codex) =>
  (await runtime.tools.list({}, { client })).tools.map(({ name }) => name);

/** What a runtime throws at start. */
function refusal(start: () => Runtime): string {
  try {
    start();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('names of tools that become the same in a host', () => {
  test('are refused where the host keeps one of them, as Copilot CLI does', () => {
    expect(refusal(() => new Runtime({ tools: [tool('get-user'), tool('get.user')] }))).toBe(
      'Invalid definitions (1):\n  - get.user is named "get.user" and get-user "get-user", which are the same to copilot-cli, which keeps one of them. Give one of them another name. [name-ambiguous]\nSee docs/troubleshooting.md#name-ambiguous',
    );
  });

  test('are warned of where the host gives them other names, as Codex does', async () => {
    const { warned, logger } = listening();
    const runtime = new Runtime({ tools: [tool('get-user'), tool('get_user')], logger });
    runtime.replace(runtime.registry.with(tool('other')));
    expect(warned).toEqual([
      'get_user is named "get_user" and get-user "get-user", which are the same to codex, which gives them other names. Give one of them another name. See docs/troubleshooting.md#name-ambiguous',
    ]);
    expect(await toolNames(runtime)).toEqual(['get-user', 'get_user', 'other']);
  });

  test('are found when they come later, and the old ones stay', () => {
    const { logger } = listening();
    const runtime = new Runtime({ tools: [tool('get-user')], logger });
    expect(() => runtime.replace(runtime.registry.with(tool('get.user')))).toThrow('copilot-cli');
    expect(runtime.registry.names('tool')).toEqual(['get-user']);
  });

  test('are left out where faults are isolated, with all versions', () => {
    const { warned, logger } = listening();
    const versions = ['1.0.0', '2.0.0'].map((version) => defineTool({ name: 'get.user', version, call: () => 'x' }));
    const runtime = new Runtime({ tools: [tool('get-user'), ...versions], onFault: 'isolate', logger });
    expect([runtime.registry.names('tool'), warned.length]).toEqual([['get-user'], 1]);
  });

  test.each<[string, ClientRows]>([
    ['switched off', { 'copilot-cli': false }],
    ['changed', { 'copilot-cli': { rewrites: {} } }],
    ['said to mark them', { 'copilot-cli': { rewrites: { tools: { '.': '-' }, tellsApart: true } } }],
  ])('pass where the row is %s', (_what, clients) => {
    const { logger } = listening();
    expect(refusal(() => new Runtime({ tools: [tool('a-b'), tool('a.b')], clients, logger }))).toBe('nothing');
  });
});

describe('names of prompts that become the same', () => {
  const clients: ClientRows = { mine: { rewrites: { prompts: { '-': '_' } } } };

  test('are refused for a row of the application', () => {
    const pack = definePack({ name: 'k', version: '1.0.0', prompts: [prompt('b_c')] });
    const prompts = [prompt('a-b_c'), mount(pack, { prefix: 'a' })];
    expect(refusal(() => new Runtime({ prompts, clients }))).toBe(
      'Invalid definitions (1):\n  - k/b_c is named "a_b_c" and a-b_c "a-b_c", which are the same to mine, which keeps one of them. Give one of them another name. [name-ambiguous]\nSee docs/troubleshooting.md#name-ambiguous',
    );
  });

  test('are no concern of tools', () => {
    const { logger, warned } = listening();
    const start = () => new Runtime({ prompts: [prompt('a-b')], tools: [tool('a_b')], clients, logger });
    expect([refusal(start), warned]).toEqual(['nothing', []]);
  });
});

describe('prompts as tools get names that', () => {
  test('stay apart in every host', async () => {
    const prompts = ['a-b', 'a_b', 'c.d', 'e-f'].map(prompt);
    const runtime = new Runtime({ prompts, tools: [tool('e_f')], logger: listening().logger });
    expect(await toolNames(runtime)).toEqual(['e_f', 'a-b', 'a_b_prompt', 'c_d', 'e-f_prompt']);
    for (const [name, said] of [
      ['a-b', 'a-b'],
      ['a_b_prompt', 'a_b'],
      ['e-f_prompt', 'e-f'],
      ['e_f', 'e_f'],
    ] as const)
      expect(await runtime.tools.call({ name }, { client: codex })).toEqual({
        content: [{ type: 'text', text: said }],
      });
  });

  test('leave room for the name of a server, and are made in linear time', async () => {
    const count = size(5_000);
    const long = 'n'.repeat(100);
    const prompts = Array.from({ length: count }, (_, at) => prompt(`${long}${at}`));
    const { user: before } = process.cpuUsage();
    const runtime = new Runtime({ prompts, promptsAsTools: true, pageSize: count, logger: listening().logger });
    const names = await toolNames(runtime);
    expect(process.cpuUsage().user - before).toBeLessThan(5_000_000); // µs. Quadratic time would be a minute for 5,000.
    expect(names.slice(0, 3)).toEqual(['n'.repeat(40), `${'n'.repeat(33)}_prompt`, `${'n'.repeat(31)}_prompt_2`]);
    expect([new Set(names).size, Math.max(...names.map(({ length }) => length))]).toEqual([count, 40]);
  });
});

test.each<[unknown, string]>([
  [{ tools: { '.': 5 } }, 'this object'],
  [{ tools: { a: '_' } }, 'this object'],
  [{ resources: {} }, 'this object'],
  [{ tellsApart: 'yes' }, 'this object'],
  ['_', '"_"'],
])('a row cannot have the rewriting %j', (rewrites, said) => {
  const clients = { mine: { rewrites } } as ClientRows;
  expect(refusal(() => new Runtime({ prompts: [], clients }))).toBe(
    `The row "mine" of the option "clients" has the option "rewrites", which cannot be ${said}; give an object such as { tools: { '.': '-' }, tellsApart: true }, with replacements of "_", "-", "." and "/"`,
  );
});
