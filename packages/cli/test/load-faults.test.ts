import { afterEach, describe, expect, test } from '@jest/globals';
import { foundProject, HEAD_LINES } from './support/found-project.ts';
import type { ProjectFolder } from './support/project-folder.ts';
import { run } from './support/run.ts';

interface Failure {
  readonly code: string;
  readonly summary: string;
  readonly fix?: string;
  readonly where?: { readonly path: string; readonly line?: number; readonly column?: number };
}

let project: ProjectFolder;
afterEach(() => project.remove());

async function faultIn(files: Readonly<Record<string, string>>, packages: Readonly<Record<string, string>> = {}) {
  project = foundProject(files);
  project.write(packages);
  const { stdout } = await run(project.path, ['check', '--json']);
  const { code, summary, fix, where } = JSON.parse(stdout) as Failure;
  const place = where && `${where.path}:${(where.line ?? 0) - HEAD_LINES}:${where.column}`;
  return { code, summary, ...(fix !== undefined && { fix }), ...(place !== undefined && { place }) };
}

describe('cuecard check on a project that cannot be loaded', () => {
  test('names the line of a decorator that throws', async () => {
    const code = `export class PraiseArgs {
  @Arg({ description: 'Whom' })
  who!: string;

  @Arg
  tone!: string;
}`;
    expect(await faultIn({ 'praise.ts': code })).toEqual({
      code: 'project-throws',
      summary: '@Arg of PraiseArgs.tone needs parentheses: write @Arg() above the property',
      place: 'src/praise.ts:5:4',
    });
  });

  test('names both files that import each other, and the class to move', async () => {
    const files = {
      'args.ts': `import { limit } from './praise.js';
export class PraiseArgs {
  @Arg({ description: 'Whom' }) who!: string;
  static most = () => limit;
}`,
      'praise.ts': `import { PraiseArgs } from './args.js';
export const limit = 3;
@Prompt({ description: 'Asks for praise', args: PraiseArgs })
export class Praise { render = () => ''; }`,
    };
    expect(await faultIn(files)).toEqual({
      code: 'project-throws',
      summary: "Cannot access 'PraiseArgs' before initialization",
      fix: 'Break the import cycle between src/praise.ts and src/args.ts: move PraiseArgs to another file',
      place: 'src/praise.ts:3:43',
    });
  });

  test('names the version to install of a package that another one needs', async () => {
    const files = {
      'praise.ts': `import { praise } from 'praiser';
@Prompt({ description: 'Asks for praise' })
export class Praise { render = praise; }`,
    };
    const packages = {
      'node_modules/praiser/package.json': JSON.stringify({
        name: 'praiser',
        type: 'module',
        main: 'praiser.js',
        peerDependencies: { '@words/adjectives': '^3.1.0' },
      }),
      'node_modules/praiser/praiser.js': `import { adjective } from '@words/adjectives/warm.js';
export const praise = () => adjective();`,
    };
    expect(await faultIn(files, packages)).toEqual({
      summary: 'praiser needs "@words/adjectives", which is not installed',
      fix: 'Install the package: npm install @words/adjectives@"^3.1.0"',
      code: 'module-missing',
    });
  });

  test.each([
    [
      '{ "compilerOptions": { "strict": tru } }',
      'tsconfig.json cannot be read: invalid symbol',
      { path: 'tsconfig.json', line: 1, column: 34 },
    ],
    ['[]', 'tsconfig.json cannot be read: it is not a JSON object', { path: 'tsconfig.json', line: 1, column: 1 }],
    [
      '{ "extends": "./base.json" }',
      "tsconfig.json cannot be read: File './base.json' not found",
      { path: 'tsconfig.json' },
    ],
    [
      '{ "references": [{ "path": "./nowhere" }] }',
      expect.stringMatching(/^tsconfig.json cannot be read: Tsconfig not found .*nowhere$/),
      { path: 'tsconfig.json' },
    ],
    [
      '{ "extends": "./tsconfig.json" }',
      expect.stringMatching(/^tsconfig.json cannot be read: Circularity detected/),
      { path: 'tsconfig.json' },
    ],
  ])('names the problem of a tsconfig: %s', async (tsconfig, summary, where) => {
    project = foundProject({});
    project.write({ 'tsconfig.json': tsconfig });
    const { code, stdout } = await run(project.path, ['check', '--json']);
    const fix = 'Fix the file. `npx tsc --showConfig` reports the same problem';
    expect({ code, problem: JSON.parse(stdout) }).toMatchObject({
      code: 3,
      problem: { code: 'tsconfig-invalid', summary, where, fix },
    });
  });

  const spread = (option: string) =>
    `const spread = { ${option}: { authenticate: () => undefined } };
export default { ...spread, name: 'desk', version: '1.0.0', runtime: new Runtime({ prompts: [] }) };`;
  const instance = (exported: string) => `class Desk {
  name = 'desk';
  version = '1.0.0';
  runtime = new Runtime({ prompts: [] });
  authenticate() {}
}
export default ${exported};`;
  const plain = 'Pass a plain object that lists each property (spreading a class instance omits its methods)';

  test.each([
    ['has no option "htpp"; did you mean "http"?', spread('htpp'), 'Correct or remove the option'],
    [
      'has the option "http", which has no option "prot"; did you mean "port"?',
      instance('{ ...new Desk(), http: { prot: 1 } }'),
      'Correct or remove the option',
    ],
    ['has no option "adapter"', spread('adapter'), 'Remove the option: Cuecard needs no adapter'],
    ['is not a plain object', instance('new Desk()'), plain],
    ['has the option "http", which is not a plain object', instance('{ ...new Desk(), http: new Desk() }'), plain],
    [
      'exports a number as default',
      'export default 3;',
      'Write export default defineConfig({ name, version, runtime })',
    ],
  ])('rejects a config that %s', async (problem, config, fix) => {
    project = foundProject({});
    project.write({ 'cuecard.config.ts': `import { Runtime } from '@cuecard/core';\n${config}` });
    const { stdout } = await run(project.path, ['check', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'config-invalid',
      summary: `The config ${problem}`,
      fix,
      where: { path: 'cuecard.config.ts' },
    });
  });
});
