import {
  audio,
  byLabel,
  definePrompt,
  defineResource,
  defineTool,
  link,
  assistant,
  RequestError,
  Runtime,
  untrusted,
  user,
  type VersionSelector,
} from '@cuecard/core';
import { asHost, hostNames } from '@cuecard/testing';
import { describe, expect, test } from '@jest/globals';
import { IsInt } from 'class-validator';
import { size } from '../../../../build/jest/runs.ts';
import { closables } from '../../../server/test/support/closables.ts';
import type { ProjectInfo, View, ViewRequest } from '../../build/playground/api.js';
import { servedPage, type ServedPage } from './support/served-page.ts';

const open = closables();
const WAV = Buffer.from('UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==', 'base64');
const LONG = `Reviews a change. ${'It looks at every line. '.repeat(8)}`.trim();

const review = definePrompt({
  name: 'code-review.v2',
  title: 'Review',
  description: LONG,
  args: [
    { name: 'code', title: 'Code' },
    { name: 'tone', required: false },
  ],
  render: async ({ code }: { code?: string }) => [
    user`Look at ${untrusted(code ?? '')} and at @src/main.ts`,
    user(await audio(WAV)),
    assistant(link({ uri: 'https://desk.example/guide', name: 'guide' })),
  ],
});

const runtime = new Runtime({
  prompts: [review, definePrompt({ name: 'plain', render: () => 'Hello' })],
  tools: [
    defineTool({
      name: 'look.up-now',
      title: 'Look up',
      description: LONG,
      annotations: { readOnlyHint: true },
      call: () => {
        throw new Error('Tools are not called');
      },
    }),
  ],
  resources: [
    defineResource({ uri: 'desk://rules', name: 'rules', title: 'Rules', read: () => 'Be kind' }),
    defineResource({
      uri: 'desk://orders/{id}',
      name: 'order',
      args: [{ name: 'id' }],
      read: ({ id }: { id?: string }) => `Order ${id}`,
    }),
  ],
  askForMissing: true,
});

async function viewsOf(page: ServedPage, request: Partial<ViewRequest>): Promise<View[]> {
  const { hosts, revisions } = await page.get<ProjectInfo>('project');
  const answer = await page.post('view', { kind: 'prompt', arguments: {}, hosts, revisions, ...request });
  expect(answer.status).toBe(200);
  return answer.json() as Promise<View[]>;
}

const NOW = '2025-11-25';
const REVIEW = { name: 'code-review.v2', arguments: { code: 'let x' } };

describe('POST /-/view', () => {
  test('shows a prompt as every known host does', async () => {
    const page = await servedPage(runtime, open);
    const views = await viewsOf(page, { ...REVIEW, revisions: [NOW] });
    const shown = Object.fromEntries(
      views.map(({ host, entry, asTool, shownAs, changes }) => [
        host,
        { entry: entry?.name, asTool, shownAs, changes },
      ]),
    );
    const same = { entry: 'code-review.v2', asTool: undefined, shownAs: undefined };
    const tool = { entry: 'code-review_v2', asTool: 'code-review_v2', shownAs: undefined };
    const asTool = 'the host does not support prompts, and gets the tool "code-review_v2" instead';
    const forTemplates = {
      ...same,
      asTool: 'code-review_v2',
      changes: [
        'the host sends the placeholders $1, $2, …, and then replaces them with the input of the user',
        'audio becomes text',
        'a link becomes text',
        'added spaces prevent the host from running or replacing parts of the text',
        'the prompt is also offered as the tool "code-review_v2"',
      ],
    };
    expect(shown).toEqual({
      'any client': { ...same, changes: [] },
      'claude-code': { ...same, changes: ['"code" becomes optional: the server requests it with a form'] },
      codex: { ...tool, shownAs: 'code_review_v2', changes: [asTool, 'its name becomes "code_review_v2"'] },
      'copilot-cli': { ...tool, changes: [asTool, 'audio becomes text', 'a link becomes text'] },
      'continue-cli': { ...tool, changes: [asTool] },
      cline: { ...tool, changes: [asTool] },
      'gemini-cli': {
        ...same,
        changes: [
          'the description is cut to 97 characters',
          '3 messages are merged into one',
          'audio becomes text',
          'a link becomes text',
        ],
      },
      'qwen-code': {
        ...same,
        changes: ['3 messages are merged into one', 'audio becomes text', 'a link becomes text'],
      },
      opencode: forTemplates,
      kilo: forTemplates,
      'vs-code': { ...same, changes: ['audio becomes text', 'a link becomes text'] },
      'ai-sdk': { ...same, changes: ['audio becomes text'] },
    });
  });

  test('returns the result that each host gets', async () => {
    const page = await servedPage(runtime, open);
    const views = await viewsOf(page, { name: 'plain', revisions: [NOW] });
    expect(views.map(({ host }) => host)).toEqual(['any client', ...hostNames]);
    for (const { host, result, asTool } of views.slice(1)) {
      const client = asHost(host as (typeof hostNames)[number]);
      const isTool = ['codex', 'copilot-cli', 'continue-cli', 'cline'].includes(host);
      expect(asTool).toBe(isTool || host === 'opencode' || host === 'kilo' ? 'plain' : undefined);
      const answered = isTool
        ? await runtime.tools.call({ name: 'plain' }, { client })
        : await runtime.prompts.get({ name: 'plain' }, { client });
      expect(result).toEqual(answered);
    }
  });

  test('omits properties that older revisions lack', async () => {
    const page = await servedPage(runtime, open);
    const views = await viewsOf(page, { ...REVIEW, hosts: ['any client'] });
    expect(views.map(({ revision, changes }) => [revision, changes])).toEqual([
      ['2026-07-28', []],
      ['2025-11-25', []],
      ['2025-06-18', []],
      ['2025-03-26', ['title is removed', '_meta is removed', 'a link becomes text']],
      ['2024-11-05', ['title is removed', '_meta is removed', 'audio becomes text', 'a link becomes text']],
    ]);
  });

  test('shows a tool if a prompt rejects the placeholders of a host', async () => {
    const strict = definePrompt({
      name: 'strict',
      args: [{ name: 'count', type: Number, rules: [IsInt()] }],
      render: () => 'Counted',
    });
    const page = await servedPage(new Runtime({ prompts: [strict] }), open);
    const [view] = await viewsOf(page, {
      name: 'strict',
      arguments: { count: 3 },
      hosts: ['opencode'],
      revisions: [NOW],
    });
    expect(view?.changes).toContain(
      'the prompt cannot be rendered with placeholders, so it asks the model to call a tool instead',
    );
    expect(JSON.stringify(view?.result)).toContain('- count: $1');
    const [plain] = await viewsOf(page, {
      name: 'strict',
      arguments: { count: 3 },
      hosts: ['any client'],
      revisions: [NOW],
    });
    expect(plain?.result).toEqual({ messages: [{ role: 'user', content: { type: 'text', text: 'Counted' } }] });
  });

  test('returns an error instead of a result', async () => {
    const failing = definePrompt({
      name: 'failing',
      render: () => {
        throw new RequestError('Come back later', { code: 7, data: { seconds: 5 } });
      },
    });
    const page = await servedPage(new Runtime({ prompts: [failing] }), open);
    const [view] = await viewsOf(page, { name: 'failing', hosts: ['claude-code'], revisions: [NOW] });
    expect(view).toEqual({
      host: 'claude-code',
      revision: NOW,
      entry: { name: 'failing' },
      error: { code: 7, message: 'Come back later', data: { seconds: 5 } },
      changes: [],
    });
  });

  test('calls as the principal, and returns the error of a list', async () => {
    const prompts = [definePrompt({ name: 'guarded', render: (_args, { auth }) => `For ${auth?.principal}` })];
    const guarded = new Runtime({
      prompts,
      interceptors: [
        async ({ context }, next) => {
          if (context.auth === undefined) throw new RequestError('Log in first', { code: 401 });
          return next();
        },
      ],
    });
    const page = await servedPage(guarded, open);
    const request = { name: 'guarded', hosts: ['any client'], revisions: [NOW] };
    const [anonymous] = await viewsOf(page, request);
    expect(anonymous).toMatchObject({ error: { code: 401, message: 'Log in first' }, changes: [] });
    const [ann] = await viewsOf(page, { ...request, principal: 'ann' });
    expect(JSON.stringify(ann?.result)).toContain('For ann');
  });

  test('shows get_prompt for many prompts if a host has no prompts', async () => {
    const many = Array.from({ length: 60 }, (_each, at) =>
      definePrompt({ name: `p${at}`, render: () => `Prompt ${at}` }),
    );
    const page = await servedPage(new Runtime({ prompts: many }), open);
    const [view] = await viewsOf(page, { name: 'p7', hosts: ['cline'], revisions: ['2024-11-05'] });
    expect(view).toMatchObject({
      asTool: 'get_prompt',
      entry: { name: 'get_prompt' },
      result: { content: [{ type: 'text', text: 'Prompt 7' }] },
      changes: ['the host does not support prompts, and gets the tool "get_prompt" instead'],
    });
  });

  test.each<[string, VersionSelector]>([
    ['at once', byLabel('stable')],
    ['with a promise', async (versions) => versions.find(({ labels }) => labels.includes('stable'))],
  ])('shows scoped prompts, and versions that are not chosen as unlisted: %s', async (_when, select) => {
    const prompts = ['1.0.0', '2.0.0'].map((version) => {
      const labels = version === '1.0.0' ? ['stable'] : [];
      return definePrompt({ name: 'inner', version, labels, scopes: [`read:${version[0]}`], render: () => version });
    });
    const page = await servedPage(new Runtime({ prompts, select }), open);
    const one = async (name: string) => {
      const [view] = await viewsOf(page, { name, hosts: ['claude-code'], revisions: [NOW] });
      return [JSON.stringify(view?.result).includes('2.0.0'), view?.entry?._meta, view?.changes];
    };
    const stable = { 'dev.cuecard/version': '1.0.0' };
    expect(await one('inner')).toEqual([false, expect.objectContaining(stable), []]);
    expect(await one('inner@1.0.0')).toEqual([false, expect.objectContaining(stable), []]);
    expect(await one('inner@2.0.0')).toEqual([true, undefined, ['the list contains another version']]);
  });

  test('shows invisible prompts as unlisted', async () => {
    const hidden = definePrompt({ name: 'hidden', visible: () => false, render: () => 'x' });
    const page = await servedPage(new Runtime({ prompts: [hidden] }), open);
    const [view] = await viewsOf(page, { name: 'hidden', hosts: ['claude-code'], revisions: [NOW] });
    expect(view).toEqual({
      host: 'claude-code',
      revision: NOW,
      error: { code: -32602, message: 'Unknown prompt "hidden"', data: { prompt: 'hidden' } },
      changes: ['the list does not contain it'],
    });
  });

  test('finds an entry among many for every host and revision', async () => {
    const names = Array.from({ length: size(10_000) }, (_each, at) => `prompt_${String(at).padStart(5, '0')}`);
    const page = await servedPage(
      new Runtime({ prompts: names.map((name) => definePrompt({ name, render: () => name })) }),
      open,
    );
    const begun = performance.now();
    const views = await viewsOf(page, { name: 'prompt_00987' });
    expect(views).toHaveLength(60);
    expect(views.filter(({ asTool, entry }) => asTool === undefined && entry?.name !== 'prompt_00987')).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('shows a tool as hosts do, without calling it', async () => {
    const page = await servedPage(runtime, open);
    const views = await viewsOf(page, {
      kind: 'tool',
      name: 'look.up-now',
      hosts: ['codex', 'copilot-cli', 'any client'],
      revisions: [NOW, '2024-11-05'],
    });
    expect(
      views.map(({ host, revision, shownAs, changes, result }) => [host, revision, shownAs, changes, result]),
    ).toEqual([
      ['any client', NOW, undefined, [], undefined],
      ['any client', '2024-11-05', undefined, ['title is removed', 'annotations is removed'], undefined],
      ['codex', NOW, 'look_up_now', ['its name becomes "look_up_now"'], undefined],
      [
        'codex',
        '2024-11-05',
        'look_up_now',
        ['title is removed', 'annotations is removed', 'its name becomes "look_up_now"'],
        undefined,
      ],
      ['copilot-cli', NOW, 'look-up-now', ['its name becomes "look-up-now"'], undefined],
      [
        'copilot-cli',
        '2024-11-05',
        'look-up-now',
        ['title is removed', 'annotations is removed', 'its name becomes "look-up-now"'],
        undefined,
      ],
    ]);
  });

  test('reads a resource only if the request has its URI', async () => {
    const page = await servedPage(runtime, open);
    const request = { kind: 'resource', hosts: ['any client'], revisions: [NOW] } as const;
    const [rules] = await viewsOf(page, { ...request, name: 'rules' });
    expect([rules?.entry, rules?.result]).toMatchObject([{ uri: 'desk://rules', title: 'Rules' }, undefined]);
    const [order] = await viewsOf(page, { ...request, name: 'order', uri: 'desk://orders/7' });
    expect(order).toMatchObject({
      entry: { uriTemplate: 'desk://orders/{id}' },
      result: { contents: [{ uri: 'desk://orders/7', text: 'Order 7' }] },
      changes: [],
    });
  });

  test('logs no calls', async () => {
    const page = await servedPage(runtime, open);
    await viewsOf(page, REVIEW);
    expect(await page.get('calls')).toEqual([]);
  });
});
