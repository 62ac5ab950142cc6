import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sectionOf } from '@cuecard/core';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;

beforeEach(async () => {
  folder = await emptyFolder();
});

afterEach(() => folder.remove());

const create = (argv: string) => cuecard(['new', ...argv.split(' ')], { folder: folder.path });

const read = (file: string) => readFile(join(folder.path, file), 'utf8');
const manifestOf = async (project: string) => JSON.parse(await read(`${project}/package.json`));

async function filesOf(project: string): Promise<string[]> {
  const entries = await readdir(join(folder.path, project), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(folder.path.length + project.length + 2)).toSorted();
}

const FILES = [
  'AGENTS.md',
  '.gitignore',
  'README.md',
  'cuecard.config.ts',
  'package.json',
  'src/prompts/code-review.ts',
  'src/resources/review-rules.ts',
  'src/services/house-rules.ts',
  'src/tools/find-rules.ts',
  'test/code-review.test.ts',
  'test/find-rules.test.ts',
  'test/review-rules.test.ts',
  'tsconfig.json',
];

const CONTAINERS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['tsyringe', ['@cuecard/tsyringe', 'tsyringe'], []],
  ['nest', ['@cuecard/nestjs', '@nestjs/common', '@nestjs/core', 'rxjs'], ['src/app.module.ts']],
  ['none', [], []],
];

describe('cuecard new project', () => {
  test.each(CONTAINERS)('writes the files and dependencies of --container %s', async (container, packages, files) => {
    const { code, stdout, stderr } = await create(`project reviews --container ${container}`);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `created reviews with ${FILES.length + files.length} files. Now:

  cd reviews
  npm install
  npm start
  npm test
`,
      stderr: '',
    });
    expect(await filesOf('reviews')).toEqual([...FILES, ...files].toSorted());
    const { name, scripts, dependencies } = await manifestOf('reviews');
    expect({ name, start: scripts.start, dependencies: Object.keys(dependencies) }).toEqual({
      name: 'reviews',
      start: 'cuecard dev',
      dependencies: [
        '@cuecard/cli',
        '@cuecard/core',
        'class-transformer',
        'class-validator',
        'reflect-metadata',
        ...packages,
      ].toSorted(),
    });
  });

  test('writes the versions that the command line itself is tested with', async () => {
    await create('project reviews --tests vitest');
    const { dependencies, devDependencies } = await manifestOf('reviews');
    const workspace = await readFile(new URL('../../../pnpm-workspace.yaml', import.meta.url), 'utf8');
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    const all = { ...dependencies, ...devDependencies };
    const expected = Object.keys(all).map((name) => {
      const inCatalog = new RegExp(`^  '?${name}'?: \\^?(\\S+)$`, 'm').exec(workspace)?.[1];
      return [name, `^${name.startsWith('@cuecard/') ? version : inCatalog}`];
    });
    expect(all).toEqual(Object.fromEntries(expected));
  });

  test.each([
    ['node', 'node:test', /node --test$/, undefined],
    ['vitest', 'vitest', /^tsc --noEmit && vitest run$/, 'vitest'],
    ['jest', '@jest/globals', /node_modules\/jest\/bin\/jest\.js$/, '@jest/globals'],
  ])('writes tests for %s', async (tests, module, script, dependency) => {
    await create(`project reviews --tests ${tests}`);
    expect(await read('reviews/test/find-rules.test.ts')).toContain(`import { test } from '${module}';`);
    const { scripts, devDependencies } = await manifestOf('reviews');
    expect(scripts.test).toMatch(script);
    const added = Object.keys(devDependencies).filter(
      (name) => !/typescript|@types\/node|@cuecard\/testing/.test(name),
    );
    expect(added[0]).toBe(dependency);
  });

  test.each([
    ['--package-manager pnpm', {}, 'pnpm'],
    ['', { npm_config_user_agent: 'yarn/4.9.0 npm/? node/v22.0.0' }, 'yarn'],
    ['--package-manager npm', { npm_config_user_agent: 'pnpm/10.0.0' }, 'npm'],
  ])('prints the package manager of %j and %j: %s', async (options, env, manager) => {
    const argv = ['new', 'project', 'reviews', ...options.split(' ').filter(Boolean)];
    const { stdout } = await cuecard(argv, { folder: folder.path, env });
    expect(stdout.split('\n').slice(3, 6)).toEqual([`  ${manager} install`, `  ${manager} start`, `  ${manager} test`]);
    expect(await read('reviews/README.md')).toContain(`${manager} install\n${manager} start `);
  });

  test('takes the package manager of a lock file in the folder above', async () => {
    await writeFile(join(folder.path, 'pnpm-lock.yaml'), '');
    expect((await create('project reviews')).stdout).toContain('pnpm install');
  });

  test('configures Yarn to create node_modules', async () => {
    await create('project reviews --package-manager yarn');
    expect(await read('reviews/.yarnrc.yml')).toBe('nodeLinker: node-modules\n');
  });

  test.each([
    ['npm', '.npmrc', 'registry=https://npm.example.com/\n'],
    ['yarn', '.yarnrc.yml', "nodeLinker: node-modules\nnpmRegistryServer: 'https://npm.example.com/'\n"],
  ])('configures the registry of a project for %s', async (manager, file, content) => {
    await create(`project reviews --package-manager ${manager} --registry https://npm.example.com/`);
    expect(await read(`reviews/${file}`)).toBe(content);
  });

  test('rejects a registry that is not a URL', async () => {
    const { code, stdout } = await create('project reviews --registry npm.example.com --json');
    expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({ ended: 2, code: 'url-invalid' });
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('rejects a file as the folder of a project', async () => {
    await writeFile(join(folder.path, 'reviews'), '');
    const { code, stdout } = await create('project reviews --json');
    expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({ ended: 2, code: 'folder-is-file' });
  });

  test('names the project after its folder', async () => {
    await create('project Team.Reviews');
    expect(await manifestOf('Team.Reviews')).toMatchObject({ name: 'team-reviews' });
    expect(await read('Team.Reviews/README.md')).toMatch(/^# team-reviews\n/);
    expect(await read('Team.Reviews/cuecard.config.ts')).toContain("name: 'team-reviews'");
  });

  test('writes a README of at most 40 lines', async () => {
    await create('project reviews');
    expect((await read('reviews/README.md')).split('\n').length).toBeLessThanOrEqual(40);
  });

  test('creates a project in the current folder if it has only .git', async () => {
    await mkdir(join(folder.path, 'desk/.git'), { recursive: true });
    const { stdout } = await cuecard(['new', 'project', '.'], { folder: join(folder.path, 'desk') });
    expect(stdout).toBe('created desk with 13 files. Now:\n\n  npm install\n  npm start\n  npm test\n');
  });

  test('prints what the documentation shows', async () => {
    const page = await readFile(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
    expect(page).toContain((await create('project reviews')).stdout);
    const reviews = join(folder.path, 'reviews');
    expect(page).toContain((await cuecard(['new', 'prompt', 'release-notes'], { folder: reviews })).stdout);
  });

  test('rejects a folder that is not empty and names its files', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await writeFile(join(folder.path, name), '');
    const { code, stdout } = await create('project . --json');
    expect({ code, problem: JSON.parse(stdout) }).toEqual({
      code: 1,
      problem: {
        ok: false,
        exitCode: 1,
        code: 'folder-not-empty',
        summary: '. is not empty: it contains a, b, c, d, e and 1 more',
        fix: 'Choose another folder, or add to an existing project: cuecard new prompt <name>',
        section: sectionOf('folder-not-empty'),
      },
    });
    expect(await readdir(folder.path)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('asks for missing values in a terminal', async () => {
    const typed = [
      ['What do you want to create?', '\r'],
      ['In which folder?', 'reviews\r'],
      ['Which dependency injection does the project use?', '\u001B[B\r'],
    ] as const;
    expect((await cuecard(['new'], { folder: folder.path, typed })).code).toBe(0);
    expect(Object.keys((await manifestOf('reviews')).dependencies)).toContain('@cuecard/nestjs');
  });

  test.each([
    [[], 'arguments-missing', 'cuecard new needs the kind (project, prompt, tool, resource) and the name'],
    [['project'], 'arguments-missing', 'cuecard new needs the folder'],
    [['tool'], 'arguments-missing', 'cuecard new needs the name'],
    [['project', '...'], 'name-refused', 'The project cannot be named after this folder'],
  ])('rejects %j without a terminal: %s', async (argv, code, summary) => {
    const { code: ended, stdout } = await cuecard(['new', ...argv, '--json'], { folder: folder.path });
    const { fix, ...problem } = JSON.parse(stdout);
    expect({ ended, problem }).toEqual({
      ended: 2,
      problem: { ok: false, exitCode: 2, code, summary, section: sectionOf(code) },
    });
    expect(fix).toMatch(/^(Write, for example|Use letters)/);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test.each([
    [['promt', 'x'], 'project, prompt, tool, resource'],
    [['project', 'x', '--container', 'spring'], 'tsyringe, nest, none'],
    [['project', 'x', '--tests', 'mocha'], 'node, vitest, jest'],
    [['project', 'x', '--package-manager', 'bun'], 'npm, pnpm, yarn'],
  ])('lists the choices instead of %j', async (argv, choices) => {
    const { code, stdout } = await cuecard(['new', ...argv, '--json'], { folder: folder.path });
    expect([code, JSON.parse(stdout)]).toEqual([
      2,
      expect.objectContaining({ code: 'usage-invalid-argument', fix: `Allowed choices are ${choices}` }),
    ]);
  });
});
