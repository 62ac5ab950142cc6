import {
  Arg,
  byLabel,
  type HostProfiles,
  Complete,
  definePack,
  definePrompt,
  defineResource,
  mount,
  Prompt,
  type PromptHandler,
  Runtime,
  Tool,
  type VersionSelector,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsAscii, IsEmail, IsIn, IsInt, IsOptional, Matches, Max, MaxLength } from 'class-validator';
import type { CataloguePage, DefinitionDetail } from '../../build/playground/api.js';
import { closables } from '../../../server/test/support/closables.ts';
import { servedPage } from './support/served-page.ts';

const open = closables();
const render = () => 'x';

describe('Playground API', () => {
  test('shows versions, labels, packs, scopes and deprecation', async () => {
    const pack = definePack({
      name: 'reviews',
      version: '2.0.0',
      prompts: [definePrompt({ name: 'change', version: '2.1.0', scopes: ['prompts:read'], render })],
    });
    const runtime = new Runtime({
      prompts: [
        definePrompt({ name: 'old', title: 'Old', description: 'x'.repeat(300), deprecated: 'Use new', render }),
        definePrompt({ name: 'new', version: '1.0.0', labels: ['stable'], render }),
        definePrompt({ name: 'new', version: '2.0.0', labels: ['canary'], render }),
        mount(pack, { prefix: 'team' }),
      ],
      resources: [defineResource({ uri: 'desk://rules', name: 'rules', read: () => 'Be kind' })],
      select: byLabel('stable'),
    });
    const { get } = await servedPage(runtime, open);
    expect(await get('catalogue')).toEqual({
      total: 5,
      entries: [
        { kind: 'prompt', name: 'new', version: '2.0.0', isChosen: false, labels: ['canary'] },
        { kind: 'prompt', name: 'new', version: '1.0.0', isChosen: true, labels: ['stable'] },
        {
          kind: 'prompt',
          name: 'old',
          isChosen: true,
          title: 'Old',
          description: `${'x'.repeat(199)}…`,
          deprecated: 'Use new',
        },
        {
          kind: 'prompt',
          name: 'team_change',
          version: '2.1.0',
          isChosen: true,
          pack: 'reviews',
          scopes: ['prompts:read'],
        },
        { kind: 'resource', name: 'rules', isChosen: true },
      ],
    });
  });

  test('pages entries by two thousand, for each registry', async () => {
    const names = Array.from({ length: 5_000 }, (_each, at) => `prompt_${String(at).padStart(5, '0')}`);
    const prompts = names.map((name) => definePrompt({ name, description: `The prompt ${name}`, render }));
    const runtime = new Runtime({ prompts });
    const { get } = await servedPage(runtime, open);
    const pages = await Promise.all(
      [0, 2_000, 4_000, 6_000].map((from) => get<CataloguePage>(`catalogue?from=${from}`)),
    );
    expect(pages.map(({ total, entries }) => [total, entries.length])).toEqual([
      [5_000, 2_000],
      [5_000, 2_000],
      [5_000, 1_000],
      [5_000, 0],
    ]);
    expect(pages.flatMap(({ entries }) => entries.map(({ name }) => name))).toEqual(names);
    runtime.replace(runtime.registry.without(['prompt_00000']));
    expect((await get<CataloguePage>('catalogue')).total).toBe(4_999);
  });

  test('awaits selectors once per name with several versions, all at the same time', async () => {
    const choosing: string[] = [];
    let goOn = () => {};
    const begun = new Promise<void>((resolve) => (goOn = resolve));
    const select: VersionSelector = async (versions) => {
      if (choosing.push(versions[0]?.name ?? '') === 2) goOn();
      await begun;
      return versions.find(({ labels }) => labels.includes('stable'));
    };
    const versionsOf = (name: string) => [
      definePrompt({ name, version: '1.0.0', labels: ['stable'], render }),
      definePrompt({ name, version: '2.0.0', render }),
    ];
    const prompts = [definePrompt({ name: 'alone', version: '1.0.0', render }), ...versionsOf('a'), ...versionsOf('b')];
    const { get } = await servedPage(new Runtime({ prompts, select }), open);
    const { entries } = await get<CataloguePage>('catalogue');
    expect([entries.filter(({ isChosen }) => isChosen).map(({ name, version }) => [name, version]), choosing]).toEqual([
      [
        ['a', '1.0.0'],
        ['alone', '1.0.0'],
        ['b', '1.0.0'],
      ],
      ['a', 'b'],
    ]);
    const { version, versions } = await get<DefinitionDetail>('definitions/prompt/a');
    expect([version, versions]).toEqual(['1.0.0', [{ version: '2.0.0', labels: [] }]]);
  });

  test('shows the highest version of a name whose selector does not choose in time', async () => {
    const prompts = ['1.0.0', '2.0.0'].map((version) => definePrompt({ name: 'new', version, render }));
    const select: VersionSelector = () => new Promise(() => {});
    const runtime = new Runtime({ prompts, select, limits: { renderMs: 1 }, logger: { error() {}, warn() {} } });
    const { get } = await servedPage(runtime, open);
    const { entries } = await get<CataloguePage>('catalogue');
    expect(entries.map(({ version, isChosen }) => [version, isChosen])).toEqual([
      ['2.0.0', true],
      ['1.0.0', false],
    ]);
  });

  class Person {
    @Arg({ description: 'Who' })
    @IsEmail()
    mail!: string;

    @Arg()
    @IsInt()
    @Max(9)
    rank = 1;
  }

  class LetterArgs {
    @Arg({ description: 'What it says', allowEmpty: true })
    body!: string;

    @Arg()
    @IsIn(['kind', 'short'])
    tone!: string;

    @Arg()
    @Matches(/^[a-z]+$/)
    topic!: string;

    @Arg({ type: Person })
    to!: Person;

    @Arg({ items: Person })
    @IsOptional()
    copies?: Person[];
  }

  @Prompt({
    name: 'letter',
    version: '1.1.0',
    args: LetterArgs,
    examples: [{ body: 'Hi', tone: 'kind', topic: 'tea', to: { mail: 'a@b.example', rank: 2 } }],
  })
  class Letter implements PromptHandler<LetterArgs> {
    render = ({ body }: LetterArgs) => body;

    @Complete('topic')
    topics() {
      return ['tea'];
    }
  }

  test('describes a definition with the schemas of nested objects', async () => {
    const older = ['0.9.0', '1.0.0'].map((version) =>
      definePrompt({ name: 'letter', version, labels: [`v${version[0]}`], render }),
    );
    const runtime = new Runtime({ prompts: [Letter, ...older] });
    const source = { path: 'src/letter.ts', line: 30 };
    const { get } = await servedPage(runtime, open, {
      sourceOf: ({ type }) => (type === Letter ? source : undefined),
    });
    const detail = await get<DefinitionDetail>('definitions/prompt/letter');
    const definition = runtime.registry.get('letter')!;
    const free = { isCompleted: false, allowsEmpty: false, mayHaveLines: false };
    expect(detail).toEqual({
      kind: 'prompt',
      name: 'letter',
      version: '1.1.0',
      isChosen: true,
      hasSample: true,
      needsArguments: true,
      entry: definition.entry,
      schema: definition.schema,
      arguments: [
        { ...free, name: 'body', allowsEmpty: true, mayHaveLines: true },
        { ...free, name: 'tone', isCompleted: true },
        { ...free, name: 'topic', isCompleted: true },
        { ...free, name: 'to' },
        { ...free, name: 'copies' },
      ],
      examples: [{ body: 'Hi', tone: 'kind', topic: 'tea', to: { mail: 'a@b.example', rank: 2 } }],
      versions: [
        { version: '1.0.0', labels: ['v1'] },
        { version: '0.9.0', labels: ['v0'] },
      ],
      className: 'Letter',
      source,
    });
    expect(detail.schema).toMatchObject({
      properties: { to: { $ref: '#/$defs/Person' }, copies: { items: { $ref: '#/$defs/Person' } } },
      $defs: {
        Person: {
          properties: { mail: { type: 'string', description: 'Who' }, rank: { maximum: 9, default: 1 } },
          required: ['mail'],
        },
      },
    });
  });

  test('allows several lines only for free text', async () => {
    const texts = [
      { name: 'free' },
      { name: 'polite', rules: [MaxLength(500), IsAscii()] },
      { name: 'mail', rules: [IsEmail()] },
      { name: 'link', type: URL },
      { name: 'count', type: Number },
    ];
    const { get } = await servedPage(
      new Runtime({ prompts: [definePrompt({ name: 'texts', args: texts, render })] }),
      open,
    );
    const { arguments: all } = await get<DefinitionDetail>('definitions/prompt/texts');
    const lined = all.flatMap(({ name, mayHaveLines }) => (mayHaveLines ? [name] : []));
    expect(lined).toEqual(['free', 'polite']);
  });

  test('finds definitions by version and by names with slashes', async () => {
    @Tool({ name: 'lookup', description: 'Looks it up' })
    class Lookup {
      call = () => 'x';
    }
    const runtime = new Runtime({
      prompts: [
        definePrompt({ name: 'a/b', version: '1.0.0', render }),
        definePrompt({ name: 'a/b', version: '2.0.0', render }),
      ],
      tools: [Lookup],
    });
    const { api } = await servedPage(runtime, open);
    const outcomeOf = async (path: string) => {
      const answer = await api(`definitions/${path}`);
      const { name, version, error } = (await answer.json()) as Record<string, unknown>;
      return error ?? [answer.status, name, version];
    };
    expect(await outcomeOf('prompt/a/b@1.0.0')).toEqual([200, 'a/b', '1.0.0']);
    expect(await outcomeOf(`prompt/${encodeURIComponent('a/b@2.0.0')}`)).toEqual([200, 'a/b', '2.0.0']);
    expect(await outcomeOf('tool/lookup')).toEqual([200, 'lookup', undefined]);
    const missing = {
      code: 'definition',
      message: 'This definition does not exist. It may have been renamed or removed',
    };
    expect(await outcomeOf('prompt/a/b@3.0.0')).toEqual(missing);
    expect(await outcomeOf('prompt/lookup')).toEqual(missing);
    expect(await outcomeOf('lookup')).toEqual(missing);
  });

  test('describes the project and the hosts that can be simulated', async () => {
    const problem = { code: 'name-taken', severity: 'error', summary: 'Two prompts are named x' } as const;
    const clients: HostProfiles = {
      cline: false,
      'my-host': { drops: ['audio'] },
      whoever: { client: ({ version }) => version === '9' },
    };
    const { get } = await servedPage(new Runtime({ prompts: [], clients }), open, {
      title: 'The desk',
      problems: () => [problem],
      connections: () => [{ client: 'Claude Code', text: 'claude mcp add desk' }],
      open: async () => {},
    });
    expect(await get('project')).toEqual({
      name: 'desk',
      version: '1.2.3',
      title: 'The desk',
      path: '/mcp',
      problems: [problem],
      opens: true,
      connections: [{ client: 'Claude Code', text: 'claude mcp add desk' }],
      hosts: [
        'any client',
        'my-host',
        'claude-code',
        'codex',
        'copilot-cli',
        'continue-cli',
        'gemini-cli',
        'qwen-code',
        'opencode',
        'kilo',
        'vs-code',
        'ai-sdk',
      ],
      revisions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    });
  });
});
