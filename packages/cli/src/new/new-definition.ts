import { join, posix, relative, sep } from 'node:path';
import { Problem, usage } from '../outcome/problem.js';
import type { Outcome } from '../outcome/envelope.js';
import type { NewOptions } from './new-options.js';
import type { Session } from '../session/session.js';
import { findProject, type Manifest, type ProjectFolder } from '../project/project-folder.js';
import { styled } from '../terminal/terminal.js';
import { type Conventions, conventionsOf } from './conventions.js';
import { type DefinitionName, definitionName, type Kind } from './definition-name.js';
import { packageManagerOf, spokenBy, testFor } from './new-project.js';
import { importPath, type Registration, registrationOf, servedFolders } from './registration.js';
import { declaring, sourcesIn, writeNew } from './sources.js';
import { type Files, template } from './templates.js';

interface Wanted {
  readonly kind: Kind;
  readonly name: string;
  readonly options: NewOptions;
}

type Existing = Required<ProjectFolder> & { readonly manifest: Manifest };

/** Adds a class and its test to the project of the current folder, as the project writes them. */
export async function newDefinition(session: Session, { kind, name, options }: Wanted): Promise<Outcome> {
  const project = await projectOf(session.folder);
  const names = await definitionName(kind, name);
  const sources = await sourcesIn(project.root);
  refuseTaken(kind, names, sources);
  const config = project.config && relative(project.root, project.config).replaceAll(sep, '/');
  const served = servedFolders(sources, config);
  const conventions = conventionsOf({ kind, sources, served, manifest: project.manifest });
  const files = await filesOf(kind, names, conventions);
  await writeNew(project.root, files);

  const [path = ''] = files.keys();
  const added = { kind, className: names.className, path, hasEndings: conventions.hasEndings };
  const registration = registrationOf(added, sources, config);
  const { env } = session.terminal.streams;
  const hasKit = '@cuecard/testing' in { ...project.manifest.dependencies, ...project.manifest.devDependencies };
  const lines = [
    ...[...files.keys()].map((each) => `${styled('green', 'created')} ${shown(session, project, each)}`),
    '',
    `${names.className} is the ${kind} ${styled('bold', names.wire)}. ${registrationText(registration, names.className)}`,
    ...(hasKit ? [] : ['Its test needs the testing kit: npm install -D @cuecard/testing']),
    'Next: write what it is for, and run npm test',
  ];
  const manager = packageManagerOf(project.root, options.packageManager, env);
  return {
    data: { kind, ...names, files: [...files.keys()], registration },
    text: spokenBy(manager, lines.join('\n')),
  };
}

async function projectOf(folder: string): Promise<Existing> {
  const { manifest, ...project } = await findProject(folder);
  if (manifest !== undefined) return { ...project, manifest };
  throw usage('project-missing', 'There is no project here', 'Make one: cuecard new project <folder>');
}

/** Refuses what would not compile beside what is there, or would not start. */
function refuseTaken(kind: Kind, { className, wire }: DefinitionName, sources: Files): void {
  const declared = new RegExp(`^export (abstract )?class ${className}\\b`, 'm');
  const taken = declaring(kind, sources).find((path) => declared.test(sources.get(path) ?? ''));
  if (taken === undefined) return;
  throw new Problem({
    code: 'name-taken',
    summary: `There is a ${kind} ${wire} already`,
    where: { path: taken },
    fix: 'Choose another name',
  });
}

/** The class and its test, under the paths where they belong. */
async function filesOf(kind: Kind, names: DefinitionName, conventions: Conventions): Promise<Files> {
  const { folder, tests, testEnding, runner, hasGlobals, hasEndings } = conventions;
  const files = await template('definitions');
  const [source, test] = [`src/${kind}s/my-${kind}.ts`, `test/my-${kind}.test.ts`].map((path) => files.get(path) ?? '');
  if (namesIn(source ?? '').includes(names.className))
    throw usage('name-refused', `${names.className} is something that a ${kind} uses`, 'Choose another name');
  const path = posix.join(folder, `${names.file}.ts`);
  const testPath = posix.join(tests ?? folder, `${names.file}${testEnding}`);
  const text = testFor(runner, named(kind, names, test ?? ''))
    .replace(`../src/${kind}s/${names.file}.js`, importPath(testPath, path, hasEndings))
    .replace(hasGlobals ? /^import \{ test \} from .*\n/m : '', '');
  return new Map([
    [path, named(kind, names, source ?? '')],
    [testPath, text],
  ]);
}

/** What a template imports, or declares for itself alone. */
function namesIn(source: string): readonly string[] {
  const imports = source.matchAll(/^import \{([^}]*)\}/gm);
  const constants = source.matchAll(/^const (\w+)/gm);
  return [...imports, ...constants].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
}

/** A template with its sample name, as `MyPrompt` and `my-prompt`, replaced. */
function named(kind: Kind, { className, file }: DefinitionName, text: string): string {
  const sample = `My${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
  return text.replaceAll(sample, className).replaceAll(`my-${kind}`, file);
}

function registrationText(registration: Registration, className: string): string {
  if (registration.by === 'folder') return `${registration.config} serves all of ${registration.folder}.`;
  if (registration.by === 'hand') return `Give it to your runtime:\n  ${registration.importLine}`;
  const { file, line, list, importLine } = registration;
  return `To serve it, change ${file}:\n  ${importLine}\n  and in line ${line}, add ${className} to ${list}`;
}

/** The path of a file of the project from the current folder. */
function shown({ folder }: Session, { root }: ProjectFolder, path: string): string {
  return relative(folder, join(root, path)).replaceAll(sep, '/');
}
