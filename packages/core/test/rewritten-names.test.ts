import {
  type Client,
  type HostProfiles,
  definePrompt,
  defineTool,
  mount,
  definePack,
  Runtime,
  sectionOf,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { size } from '../../../build/jest/runs.ts';

const revision = '2025-11-25';
const codex: Client = { name: 'codex-mcp-client', revision };

/** A logger that collects warnings. */
function listening() {
  const warnings: string[] = [];
  return { warnings, logger: { warn: (line: string) => void warnings.push(line), error: () => {} } };
}

const tool = (name: string) => defineTool({ name, call: () => name });
const prompt = (name: string) => definePrompt({ name, render: () => name });
const toolNames = async (runtime: Runtime, client = codex) =>
  (await runtime.tools.list({}, { client })).tools.map(({ name }) => name);

/** Returns the message that a runtime throws at start-up, or "nothing". */
function refusal(start: () => Runtime): string {
  try {
    start();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('Runtime with ambiguous tool names', () => {
  test('rejects two names that Copilot CLI rewrites to the same name', () => {
    expect(refusal(() => new Runtime({ tools: [tool('get-user'), tool('get.user')] }))).toBe(
      `Invalid definitions (1):\n  - get.user is named "get.user" and get-user is named "get-user", but copilot-cli turns both names into the same name, and keeps only one of them. Give one of them another name. [name-ambiguous]\nSee ${sectionOf('name-ambiguous')}`,
    );
  });

  test('warns of names that Codex renames', async () => {
    const { warnings, logger } = listening();
    const runtime = new Runtime({ tools: [tool('get-user'), tool('get_user')], logger });
    runtime.replace(runtime.registry.with(tool('other')));
    expect(warnings).toEqual([
      `get_user is named "get_user" and get-user is named "get-user", but codex turns both names into the same name, and then renames one of them. Give one of them another name. See ${sectionOf('name-ambiguous')}`,
    ]);
    expect(await toolNames(runtime)).toEqual(['get-user', 'get_user', 'other']);
  });

  test('rejects a new registry with ambiguous names and keeps the old registry', () => {
    const { logger } = listening();
    const runtime = new Runtime({ tools: [tool('get-user')], logger });
    expect(() => runtime.replace(runtime.registry.with(tool('get.user')))).toThrow('copilot-cli');
    expect(runtime.registry.names('tool')).toEqual(['get-user']);
  });

  test('omits all versions of a name when onFault is isolate', () => {
    const { warnings, logger } = listening();
    const versions = ['1.0.0', '2.0.0'].map((version) => defineTool({ name: 'get.user', version, call: () => 'x' }));
    const runtime = new Runtime({ tools: [tool('get-user'), ...versions], onFault: 'isolate', logger });
    expect([runtime.registry.names('tool'), warnings.length]).toEqual([['get-user'], 1]);
  });

  test.each<[string, HostProfiles]>([
    ['false', { 'copilot-cli': false }],
    ['without rewrites', { 'copilot-cli': { rewrites: {} } }],
    ['set to disambiguates', { 'copilot-cli': { rewrites: { tools: { '.': '-' }, disambiguates: true } } }],
  ])('accepts the names if the profile of the host is %s', (_, clients) => {
    const { logger } = listening();
    expect(refusal(() => new Runtime({ tools: [tool('a-b'), tool('a.b')], clients, logger }))).toBe('nothing');
  });
});

describe('Runtime with ambiguous prompt names', () => {
  const clients: HostProfiles = { mine: { rewrites: { prompts: { '-': '_' } } } };

  test('rejects two names that a configured host rewrites to the same name', () => {
    const pack = definePack({ name: 'k', version: '1.0.0', prompts: [prompt('b_c')] });
    const prompts = [prompt('a-b_c'), mount(pack, { prefix: 'a' })];
    expect(refusal(() => new Runtime({ prompts, clients }))).toBe(
      `Invalid definitions (1):\n  - k/b_c is named "a_b_c" and a-b_c is named "a-b_c", but mine turns both names into the same name, and keeps only one of them. Give one of them another name. [name-ambiguous]\nSee ${sectionOf('name-ambiguous')}`,
    );
  });

  test('ignores how hosts rewrite tool names', () => {
    const { logger, warnings } = listening();
    const start = () => new Runtime({ prompts: [prompt('a-b')], tools: [tool('a_b')], clients, logger });
    expect([refusal(start), warnings]).toEqual(['nothing', []]);
  });
});

describe('Runtime.tools.list with prompts as tools', () => {
  test('keeps names unique in every host', async () => {
    const prompts = ['a-b', 'a_b', 'c.d', 'e-f'].map(prompt);
    const runtime = new Runtime({ prompts, tools: [tool('e_f')], logger: listening().logger });
    expect(await toolNames(runtime)).toEqual(['e_f', 'a-b', 'a_b_prompt', 'c_d', 'e-f_prompt']);
    for (const [name, text] of [
      ['a-b', 'a-b'],
      ['a_b_prompt', 'a_b'],
      ['e-f_prompt', 'e-f'],
      ['e_f', 'e_f'],
    ] as const)
      expect(await runtime.tools.call({ name }, { client: codex })).toEqual({
        content: [{ type: 'text', text }],
      });
  });

  test('limits names to 40 characters in linear time', async () => {
    const count = size(5_000);
    const long = 'n'.repeat(100);
    const prompts = Array.from({ length: count }, (_, at) => prompt(`${long}${at}`));
    const { user: before } = process.cpuUsage();
    const runtime = new Runtime({ prompts, promptsAsTools: true, pageSize: count, logger: listening().logger });
    const names = await toolNames(runtime);
    // In microseconds. Quadratic time would take a minute for 5,000 names.
    expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
    expect(names.slice(0, 3)).toEqual(['n'.repeat(40), `${'n'.repeat(33)}_prompt`, `${'n'.repeat(31)}_prompt_2`]);
    expect([new Set(names).size, Math.max(...names.map(({ length }) => length))]).toEqual([count, 40]);
  });
});

describe('HostProfiles rewrites', () => {
  test.each<[unknown, string]>([
    [{ tools: { '.': 5 } }, 'this object'],
    [{ tools: { a: '_' } }, 'this object'],
    [{ resources: {} }, 'this object'],
    [{ disambiguates: 'yes' }, 'this object'],
    ['_', '"_"'],
  ])('rejects %j', (rewrites, value) => {
    const clients = { mine: { rewrites } } as HostProfiles;
    expect(refusal(() => new Runtime({ prompts: [], clients }))).toBe(
      `The host "mine" in the option "clients" has the option "rewrites", which cannot be ${value}; use an object that replaces "_", "-", "." or "/", such as { tools: { '.': '-' }, disambiguates: true }`,
    );
  });
});
