import { readdir } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { Problem, usage, systemCode } from '../outcome/problem.js';
import type { Outcome } from '../outcome/envelope.js';
import type { OptionsOf } from '../commands.js';
import type { Session } from '../session/session.js';
import { nearestPath } from '../files.js';
import { askChoice } from '../asking/questions.js';
import { styled } from '../terminal/terminal.js';
import { type Files, mergedManifest, template, templateVersions } from './templates.js';
import { writeNew } from './sources.js';
import type { Manifest } from '../project/project-folder.js';

type Container = NonNullable<OptionsOf<'new'>['container']>;

const SAMPLE = 'my-project';

/** Creates a project in a folder that is empty or does not exist. */
export async function newProject(session: Session, input: string, options: OptionsOf<'new'>): Promise<Outcome> {
  const folder = resolve(session.folder, input);
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '');
  if (name === '')
    throw usage(
      'name-refused',
      'The project cannot be named after this folder',
      'Use letters or digits in the name of the folder',
    );
  const tests = options.tests ?? 'node';
  const manager = packageManagerOf(folder, options.packageManager, session.terminal.streams.env);
  await refuseFull(folder, input);
  const container = await containerOf(session, options);
  const files = await projectFiles({ name, container, tests, manager, registry: checkedRegistry(options.registry) });
  await writeNew(folder, files);
  const path = relative(session.folder, folder);
  const commands = [...(path === '' ? [] : [`cd ${path}`]), 'npm install', 'npm start', 'npm test'];
  const text = [
    `${styled('green', 'created')} ${name} with ${files.size} files. Now:`,
    '',
    ...commands.map((command) => `  ${command}`),
  ].join('\n');
  return { data: { name, folder, container, tests, files: [...files.keys()] }, text: textForManager(manager, text) };
}

/** Rejects a folder with files, except those of version control. */
async function refuseFull(folder: string, input: string): Promise<void> {
  const present = await readdir(folder).catch((error) => absent(input, error));
  const content = present.filter((name) => name !== '.git' && name !== '.DS_Store');
  if (content.length === 0) return;
  const [more, shown] = [content.length - 5, content.slice(0, 5).join(', ')];
  throw new Problem({
    code: 'folder-not-empty',
    summary: `${input} is not empty: it contains ${shown}${more > 0 ? ` and ${more} more` : ''}`,
    fix: 'Choose another folder, or add to an existing project: cuecard new prompt <name>',
  });
}

function absent(input: string, error: unknown): readonly string[] {
  if (systemCode(error) === 'ENOTDIR') throw usage('folder-is-file', `${input} is a file`, 'Choose another folder');
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}

async function containerOf(session: Session, { container, json = false }: OptionsOf<'new'>): Promise<Container> {
  if (container !== undefined) return container;
  if (json || !session.terminal.isInteractive) return 'tsyringe';
  return askChoice<Container>(session, 'Which dependency injection does the project use?', [
    { name: 'tsyringe', value: 'tsyringe', description: 'A small container that injects services by their types' },
    { name: 'NestJS', value: 'nest', description: 'Nest modules and providers, with guards, interceptors and pipes' },
    { name: 'none', value: 'none', description: 'No container: the config creates each service' },
  ]);
}

interface ProjectKind {
  readonly name: string;
  readonly container: Container;
  readonly tests: Runner;
  readonly manager: PackageManager;
  readonly registry: string | undefined;
}

function checkedRegistry(registry: string | undefined): string | undefined {
  if (registry === undefined || (URL.canParse(registry) && /^https?:/i.test(registry))) return registry;
  throw usage(
    'url-invalid',
    '--registry is not a valid HTTP URL',
    'Write the full URL, for example https://npm.example.com/',
  );
}

/** The files of a project, by their paths in it. */
async function projectFiles({ name, container, tests, manager, registry }: ProjectKind): Promise<Files> {
  const names = ['project', container, tests, ...(manager === 'yarn' ? ['yarn'] : [])];
  const parts = await Promise.all(names.map(template));
  const manifests = parts.map((part) => part.get('package.json') ?? '{}');
  const manifest = mergedManifest(manifests, await templateVersions());
  const texts = new Map(parts.flatMap((part) => [...part]));
  texts.set('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  if (registry !== undefined) addRegistry(texts, manager, registry);
  texts.set('README.md', textForManager(manager, texts.get('README.md') ?? ''));
  const files = [...texts].map(([path, text]) => [publishedAs(path), textFor(tests, path, text, name)] as const);
  return new Map(files);
}

/** Sets the registry in the file that the package manager reads. */
function addRegistry(texts: Map<string, string>, manager: PackageManager, registry: string): void {
  const [path, line] =
    manager === 'yarn' ? ['.yarnrc.yml', `npmRegistryServer: '${registry}'\n`] : ['.npmrc', `registry=${registry}\n`];
  texts.set(path, `${texts.get(path) ?? ''}${line}`);
}

/** npm publishes no `.gitignore`. */
function publishedAs(path: string): string {
  return path === 'gitignore' ? '.gitignore' : path;
}

function textFor(tests: Runner, path: string, text: string, name: string): string {
  const fitted = path.endsWith('.test.ts') ? testFor(tests, text) : text;
  return fitted.replaceAll(SAMPLE, name);
}

const NAMES = ['npm', 'pnpm', 'yarn'] as const;

type PackageManager = (typeof NAMES)[number];

const LOCKFILES: Readonly<Record<string, PackageManager | undefined>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'package-lock.json': 'npm',
};

/**
 * The named package manager, or the manager whose lockfile is in the folder or above it, or the manager that runs this
 * process, or npm.
 */
export function packageManagerOf(
  folder: string,
  named: PackageManager | undefined,
  env: Readonly<Record<string, string | undefined>>,
): PackageManager {
  if (named !== undefined) return named;
  const started = /^(npm|pnpm|yarn)\//.exec(env['npm_config_user_agent'] ?? '')?.[1];
  return lockfileManager(folder) ?? NAMES.find((name) => name === started) ?? 'npm';
}

/** Replaces the commands of npm. */
export function textForManager(manager: PackageManager, text: string): string {
  if (manager === 'npm') return text;
  return text
    .replaceAll('npm install -D', `${manager} add -D`)
    .replaceAll(/\bnpm (?=install|start|test)/g, `${manager} `);
}

function lockfileManager(folder: string): PackageManager | undefined {
  return LOCKFILES[basename(nearestPath(folder, ...Object.keys(LOCKFILES)) ?? '')];
}

/** The test runners. */
const RUNNERS = ['node', 'vitest', 'jest'] as const;

export type Runner = (typeof RUNNERS)[number];

/** The module that exports `test`, by runner. */
const MODULES: Readonly<Record<Runner, string>> = { node: 'node:test', vitest: 'vitest', jest: '@jest/globals' };

/** Rewrites a test of the templates, which use the runner of Node, for another runner. */
export function testFor(runner: Runner, text: string): string {
  return text.replace(`'${MODULES.node}'`, `'${MODULES[runner]}'`);
}

/** The test runner of a project, according to its package.json. */
export function runnerOf({ scripts = {}, dependencies, devDependencies }: Manifest): Runner {
  const test = scripts['test'] ?? '';
  const named = RUNNERS.find((runner) =>
    new RegExp(`\\b${runner === 'node' ? 'node\\b.* --test' : runner}\\b`).test(test),
  );
  const installed = { ...dependencies, ...devDependencies };
  return named ?? RUNNERS.find((runner) => runner in installed) ?? 'node';
}
