import { readdir } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { Problem } from '../outcome/problem.js';
import { systemCode } from '../outcome/system-code.js';
import type { Outcome } from '../outcome/envelope.js';
import type { NewOptions } from './new-options.js';
import type { Session } from '../session/session.js';
import { askChoice } from '../asking/questions.js';
import { styled } from '../terminal/terminal.js';
import { type PackageManager, packageManagerOf, spokenBy } from './package-manager.js';
import { type Files, mergedManifest, template, templateVersions } from './templates.js';
import { type Runner, RUNNERS, testFor } from './test-runner.js';
import { oneOfWords, usage } from '../outcome/usage.js';
import { writeNew } from './written-files.js';

const CONTAINERS = ['tsyringe', 'nest', 'none'] as const;

type Container = (typeof CONTAINERS)[number];

const SAMPLE = 'my-project';

/** Makes a project in a folder that is empty or not there. */
export async function newProject(session: Session, given: string, options: NewOptions): Promise<Outcome> {
  const folder = resolve(session.folder, given);
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '');
  if (name === '')
    throw usage('name-refused', 'The folder gives the project no name', 'Name it with letters and digits');
  const tests = oneOfWords('What runs the tests', options.tests ?? 'node', RUNNERS);
  const manager = packageManagerOf(folder, options.packageManager, session.terminal.streams.env);
  await refuseFull(folder, given);
  const container = await containerOf(session, options);
  const files = await projectFiles({ name, container, tests, manager });
  await writeNew(folder, files);
  const there = relative(session.folder, folder);
  const commands = [...(there === '' ? [] : [`cd ${there}`]), 'npm install', 'npm start', 'npm test'];
  const text = [
    `${styled('green', 'created')} ${name} with ${files.size} files. Now:`,
    '',
    ...commands.map((command) => `  ${command}`),
  ].join('\n');
  return { data: { name, folder, container, tests, files: [...files.keys()] }, text: spokenBy(manager, text) };
}

/** What a version control has made is no content. */
async function refuseFull(folder: string, given: string): Promise<void> {
  const present = await readdir(folder).catch((error) => absent(given, error));
  const content = present.filter((name) => name !== '.git' && name !== '.DS_Store');
  if (content.length === 0) return;
  const [more, shown] = [content.length - 5, content.slice(0, 5).join(', ')];
  throw new Problem({
    code: 'folder-not-empty',
    summary: `${given} is not empty: it has ${shown}${more > 0 ? ` and ${more} more` : ''}`,
    fix: 'Name another folder, or add to this project with: cuecard new prompt <name>',
  });
}

function absent(given: string, error: unknown): readonly string[] {
  if (systemCode(error) === 'ENOTDIR') throw usage('folder-is-file', `${given} is a file`, 'Name another folder');
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}

async function containerOf(session: Session, { container, json = false }: NewOptions): Promise<Container> {
  if (container !== undefined) return oneOfWords('The container', container, CONTAINERS);
  if (json || !session.terminal.isInteractive) return 'tsyringe';
  return askChoice<Container>(session, 'What makes the services of the project?', [
    { name: 'tsyringe', value: 'tsyringe', description: 'A small container: constructors are injected by their types' },
    { name: 'NestJS', value: 'nest', description: 'Providers of modules, with guards, interceptors and pipes' },
    { name: 'nothing', value: 'none', description: 'The config makes each service itself' },
  ]);
}

interface ProjectKind {
  readonly name: string;
  readonly container: Container;
  readonly tests: Runner;
  readonly manager: PackageManager;
}

/** The files of a project, by their paths in it. */
async function projectFiles({ name, container, tests, manager }: ProjectKind): Promise<Files> {
  const names = ['project', container, tests, ...(manager === 'yarn' ? ['yarn'] : [])];
  const parts = await Promise.all(names.map(template));
  const manifests = parts.map((part) => part.get('package.json') ?? '{}');
  const manifest = mergedManifest(manifests, await templateVersions());
  const texts = new Map(parts.flatMap((part) => [...part]));
  texts.set('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  texts.set('README.md', spokenBy(manager, texts.get('README.md') ?? ''));
  const files = [...texts].map(([path, text]) => [publishedAs(path), textFor(tests, path, text, name)] as const);
  return new Map(files);
}

/** npm publishes no `.gitignore`. */
function publishedAs(path: string): string {
  return path === 'gitignore' ? '.gitignore' : path;
}

function textFor(tests: Runner, path: string, text: string, name: string): string {
  const fitted = path.endsWith('.test.ts') ? testFor(tests, text) : text;
  return fitted.replaceAll(SAMPLE, name);
}
