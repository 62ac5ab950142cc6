import { afterEach, describe, expect, test } from '@jest/globals';
import { dataOf, run } from './support/run.ts';
import { foundProject, HEAD_LINES } from './support/found-project.ts';
import type { ProjectFolder } from './support/project-folder.ts';

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly message: string;
    readonly where?: { readonly path: string; readonly line: number };
  }[];
  readonly suppressed: number;
}

let project: ProjectFolder;
afterEach(() => project.remove());

/** Returns the lines and rules of the findings in each file. */
async function rulesFoundIn(files: Readonly<Record<string, string>>, check = {}): Promise<Record<string, string[]>> {
  project = foundProject(files, check);
  const { findings } = await dataOf<Report>(project.path, ['check']);
  const found = Object.keys(files).map((name) => {
    const here = findings.filter(({ where }) => where?.path === `src/${name}`);
    return [name, here.map(({ rule, where }) => `${(where?.line ?? 0) - HEAD_LINES} ${rule}`)] as const;
  });
  return Object.fromEntries(found);
}

async function rulesFound(source: string, check = {}): Promise<string[]> {
  const found = await rulesFoundIn({ 'made.ts': source }, check);
  return found['made.ts'] ?? [];
}

type Case = readonly [name: string, body: string, parameters?: string];

/** Returns a file for each prompt of the table, and the findings to expect in it. */
function cases(table: readonly Case[], found: readonly string[], args = '') {
  const entries = table.map(([name, body, parameters = '{ code }: Args'], at) => {
    const source = review(body, { args, parameters }).replace('@Prompt({', `@Prompt({ name: 'case_${at}',`);
    return [`${name}.ts`, source] as const;
  });
  return {
    files: Object.fromEntries(entries),
    found: Object.fromEntries(table.map(([name]) => [`${name}.ts`, found])),
  };
}

const review = (body: string, { args = '', parameters = '{ code }: Args' } = {}) => `export class Args {
  @Arg({ description: 'The code to review' })
  code!: string;
  ${args}
}

@Prompt({ description: 'Asks for a review of code', args: Args, examples: [{ code: 'let x = 1;' }] })
export class Review implements PromptHandler<Args> {
  render(${parameters}) { ${body} }
}
`;

const UNFENCED = 'interpolation-unfenced';

describe('interpolation-unfenced', () => {
  test('finds free text in the code, or by rendering if needed', async () => {
    const inCode = cases(
      [
        ['taken apart', 'return user`Review ${code}`;'],
        ['under another name', 'return user`Review ${what}`;', '{ code: what }: Args'],
        ['cast', 'return user`Review ${(code as string)!}`;'],
        ['or else', 'return user`Review ${code ?? "nothing"}`;'],
        ['as a member', 'return user`Review ${args.code}`;', 'args: Args'],
        ['taken apart later', 'const { code } = args; return user`Review ${code}`;', 'args: Args'],
      ],
      [`9 ${UNFENCED}`],
    );
    const rendered = cases([['by a detour', 'return user`Review ${[code].join()}`;']], [`3 ${UNFENCED}`]);
    const detour = { 'by a detour.ts': (rendered.files['by a detour.ts'] ?? '').replace('case_0', 'detour') };
    expect(await rulesFoundIn({ ...inCode.files, ...detour })).toEqual({ ...inCode.found, ...rendered.found });
  });

  test('ignores fenced and trusted text, and other uses of the name', async () => {
    const { files, found } = cases(
      [
        ['fenced', 'return user`Review ${untrusted(code)}`;'],
        ['trusted', 'return user`Review ${trusted(code)}`;'],
        ['another', 'return ["a"].map((code) => user`Review ${code}`).concat(user`${untrusted(code)}`);'],
        ['assigned', 'const was = code; code = "fixed"; return user`Review ${code} ${untrusted(was)}`;'],
      ],
      [],
    );
    expect(await rulesFoundIn(files)).toEqual(found);
  });

  test('ignores choices, numbers and dates', async () => {
    const args = `
  @Arg({ description: 'How closely' }) @IsIn(['briefly', 'closely']) how = 'briefly';
  @Arg({ description: 'How many findings' }) count = 3;
  @Arg({ description: 'Until when' }) day = new Date(0);`;
    const body = 'return user`Review ${how} ${count} ${String(day)} ${untrusted(code)}`;';
    expect(await rulesFound(review(body, { args, parameters: '{ code, how, count, day }: Args' }))).toEqual([]);
  });
});

describe('argument-unused', () => {
  const args = `@Arg({ description: 'How many findings' }) count = 3;`;

  test('finds arguments that are not read, or read and not used', async () => {
    const { files, found } = cases(
      [
        ['not taken', 'return user`${untrusted(code)}`;'],
        ['left', 'return user`${untrusted(code)}`;', '{ code, count }: Args'],
      ],
      ['4 argument-unused'],
      args,
    );
    expect(await rulesFoundIn(files)).toEqual(found);
  });

  test('finds arguments that a method does not read, at the method', async () => {
    const source = `export class Args {
  @Arg({ description: 'The code to review' }) code!: string;
}
export class Reviews {
  @Prompt({ description: 'Asks for a review', examples: [{ code: 'x' }] })
  brief(_args: Args) { return 'Review it.'; }
  @Prompt({ description: 'Asks for a review', examples: [{ code: 'x' }] })
  whole({ code }: Args) { return user\`\${untrusted(code)}\`; }
}`;
    expect(await rulesFound(source)).toEqual(['2 argument-unused']);
  });

  test('ignores arguments that are read, or may be', async () => {
    const { files, found } = cases(
      [
        ['the whole object is passed on', 'return String(Object.keys(args));', 'args: Args'],
        ['the rest is passed on', 'return `${Object.keys(rest)} ${code.length}`;', '{ code, ...rest }: Args'],
        ['a key is computed', 'return `${args[String("count")]}`;', 'args: any'],
        ['taken apart later', 'const { code, count } = args; return `${count} ${code.length}`;', 'args: Args'],
        ['a default reads it', 'return `${more} ${code.length}`;', '{ code, count }: Args, more = count'],
        ['nested', 'return [1].map(() => `${args.count} ${args.code.length}`).join();', 'args: Args'],
      ],
      [],
      args,
    );
    expect(await rulesFoundIn(files)).toEqual(found);
  });

  test('ignores arguments that a completion or their class reads', async () => {
    const source = `export class Args {
  @Arg({ description: 'The first day' }) from = 1;
  @Arg({ description: 'The last day' }) to = 2;
  @Arg({ description: 'The team that meets' }) team = 'core';
  get span() { return this.to - this.from; }
}
@Prompt({ description: 'Asks for a plan of some days', args: Args })
export class Plan implements PromptHandler<Args> {
  render({ span }: Args) { return String(span); }
  @Complete('to')
  days(_typed: string, { arguments: { team } }: { arguments: { team?: string } }) { return [String(team)]; }
}
`;
    expect(await rulesFound(source)).toEqual([]);
  });
});

describe('names-confusable', () => {
  const tools = (...names: string[]) =>
    names
      .map((name, at) => {
        const options = `name: '${name}', description: 'Does the thing ${at}', annotations: { readOnlyHint: true }`;
        return `export const t${at} = defineTool({ ${options}, call: () => 'x' });`;
      })
      .join('\n');

  test('finds names that look alike or differ by a character', async () => {
    const names = [
      'fetch_one',
      'fetch_0ne',
      'Fetch_All',
      'fetch_all',
      'modern_list',
      'modem_list',
      'save_dratf',
      'save_draft',
    ];
    expect(await rulesFound(tools(...names))).toEqual([1, 4, 5, 7].map((line) => `${line} names-confusable`));
  });

  test('ignores short names, and names that differ by a word or number', async () => {
    const names = ['step_1', 'step_2', 'mail', 'main', 'read_order', 'send_order', 'list_orders'];
    expect(await rulesFound(tools(...names))).toEqual([]);
  });
});

const SILENT = `return user\`Review \${code}\`;`;

describe('cuecard check', () => {
  test('suppresses findings with a comment at line, argument, class or definition', async () => {
    const comment = `// cuecard-ignore ${UNFENCED}: it is our own`;
    const files = {
      'line.ts': review(`\n    ${comment}\n    ${SILENT}`),
      'end.ts': review(`${SILENT} } ${comment}\n  unused() {`),
      'argument.ts': review(SILENT).replace('  @Arg', `  ${comment}\n  @Arg`),
      'arguments.ts': `${comment}\n${review(SILENT)}`,
      'definition.ts': review(SILENT).replace('@Prompt', `${comment}\n@Prompt`),
    };
    const named = Object.entries(files).map(([file, source], at) => {
      return [file, source.replace('@Prompt({', `@Prompt({ name: 'case_${at}',`)] as const;
    });
    project = foundProject(Object.fromEntries(named));
    expect(await dataOf<Report>(project.path, ['check'])).toMatchObject({ findings: [], suppressed: 5 });
  });

  test('applies a trailing comment only to its own line', async () => {
    const comment = `// cuecard-ignore ${UNFENCED}: it is our own`;
    const files = {
      'before.ts': review(`const a = 1; ${comment}\n    ${SILENT}`),
      'documented.ts': review(SILENT).replace(
        '@Prompt({',
        `${comment}\n/**\n * Reviews.\n */\n@Prompt({ name: 'other',`,
      ),
    };
    expect(await rulesFoundIn(files)).toEqual({ 'before.ts': [`10 ${UNFENCED}`], 'documented.ts': [] });
  });

  test('applies the severity that the config sets, including off', async () => {
    expect(await rulesFound(review(SILENT), { rules: { [UNFENCED]: 'off' } })).toEqual([]);
    project.remove();
    project = foundProject({ 'made.ts': review(SILENT) }, { rules: { [UNFENCED]: 'warning' } });
    const { code, stdout } = await run(project.path, ['check']);
    expect([code, /1 definition: .*/.exec(stdout)?.[0]]).toEqual([0, '1 definition: 0 errors, 1 warning']);
    expect((await run(project.path, ['check', '--strict'])).code).toBe(1);
  });

  test('rejects an unknown rule in the config', async () => {
    project = foundProject({ 'made.ts': review(SILENT) }, { rules: { 'no-such': 'off' } });
    const { code, stderr } = await run(project.path, ['check']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      3,
      'error The config names the unknown rule "no-such" [rule-unknown]',
    ]);
  });
});

test('cuecard check prints findings by file, with line, fix and rule', async () => {
  project = foundProject({ 'made.ts': review(SILENT) });
  const { stdout, code } = await run(project.path, ['check']);
  expect([stdout, code]).toEqual([
    `src/made.ts
  src/made.ts:${HEAD_LINES + 9}:49 error   prompt review inserts code, which is free text, without untrusted() [interpolation-unfenced]
    fix Write \${untrusted(…)}, or \${trusted(…)} if the text may contain instructions

1 definition: 1 error, 0 warnings
`,
    1,
  ]);
});

test('cuecard check --pack checks a pack without rendering its services', async () => {
  project = foundProject({ 'made.ts': review(SILENT) });
  project.write({
    'pack.ts': `import { definePack } from '@cuecard/core';
import { Review } from './src/made.js';
export const pack = definePack({ name: '@team/pack', version: '1.0.0', prompts: [Review] });
`,
  });
  const { findings } = await dataOf<Report>(project.path, ['check', '--pack', 'pack.ts#pack']);
  expect(findings.map(({ message }) => message)).toEqual([
    'prompt review@1.0.0 inserts code, which is free text, without untrusted()',
  ]);
  const { code, stderr } = await run(project.path, ['check', '--pack', 'pack.ts#other']);
  expect([code, stderr.split('\n')[0]]).toEqual([3, 'error pack.ts exports no pack "other" [pack-missing]']);
});
