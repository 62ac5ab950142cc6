import { join, posix } from 'node:path';
import { pathFrom } from '../files.js';
import { Problem, usage } from '../outcome/problem.js';
import type { Outcome } from '../outcome/envelope.js';
import type { OptionsOf } from '../commands.js';
import type { Session } from '../session/session.js';
import { findProject, type Manifest, type ProjectFolder } from '../project/project-folder.js';
import { styled } from '../terminal/terminal.js';
import { type DefinitionName, definitionName, type Kind } from './definition-name.js';
import { packageManagerOf, runnerOf, textForManager, testFor } from './new-project.js';
import { declaring, importPath, isTest, servedFolders, sourcesIn, writeNew } from './sources.js';
import { type Files, template } from './templates.js';

interface NewDefinitionOptions {
  readonly kind: Kind;
  readonly name: string;
  readonly options: OptionsOf<'new'>;
}

type Project = Required<ProjectFolder> & { readonly manifest: Manifest };

/** Adds a class and its test to the project of the current folder, in the style of the project. */
export async function newDefinition(session: Session, { kind, name, options }: NewDefinitionOptions): Promise<Outcome> {
  const project = await projectOf(session.folder);
  const names = await definitionName(kind, name);
  const sources = await sourcesIn(project.root);
  refuseTaken(kind, names, sources);
  const config = project.config && pathFrom(project.root, project.config);
  const served = servedFolders(sources, config);
  const { manifest } = project;
  const paths = pathsFor(kind, names, { sources, served });
  const files = await filesOf(kind, names, { ...paths, manifest });
  await writeNew(project.root, files);

  const folder = served.find((each) => paths.source.startsWith(`${each}/`));
  const registration =
    folder === undefined || config === undefined
      ? { importLine: importIn(config ?? 'cuecard.config.ts', { ...names, path: paths.source, manifest }) }
      : { config, folder };
  const { env } = session.terminal.streams;
  const hasKit = '@cuecard/testing' in { ...manifest.dependencies, ...manifest.devDependencies };
  const lines = [
    ...[...files.keys()].map((each) => `${styled('green', 'created')} ${pathFromHere(session, project, each)}`),
    '',
    `${names.className} is the ${kind} ${styled('bold', names.wire)}. ${registrationText(registration)}`,
    ...(hasKit ? [] : ['The test needs @cuecard/testing: npm install -D @cuecard/testing']),
    'Next: replace the description and the code, and run npm test',
  ];
  const manager = packageManagerOf(project.root, options.packageManager, env);
  return {
    data: { kind, ...names, files: [...files.keys()], registration },
    text: textForManager(manager, lines.join('\n')),
  };
}

async function projectOf(folder: string): Promise<Project> {
  const { manifest, ...project } = await findProject(folder);
  if (manifest !== undefined) return { ...project, manifest };
  throw usage(
    'project-missing',
    'No project was found in this folder or its parent folders',
    'Create a project: cuecard new project <folder>',
  );
}

/** Rejects a name that another class of this kind has. */
function refuseTaken(kind: Kind, { className, wire }: DefinitionName, sources: Files): void {
  const declared = new RegExp(`^export (abstract )?class ${className}\\b`, 'm');
  const taken = declaring(kind, sources).find((path) => declared.test(sources.get(path) ?? ''));
  if (taken === undefined) return;
  throw new Problem({
    code: 'name-taken',
    summary: `The ${kind} ${wire} already exists`,
    where: { path: taken },
    fix: 'Choose another name',
  });
}

interface Paths {
  readonly source: string;
  readonly test: string;
}

interface ProjectSources {
  readonly sources: Files;
  /** The folders that the config serves as a whole. */
  readonly served: readonly string[];
}

/** Chooses the paths of a class and its test, after other classes of the kind, served folders and other tests. */
function pathsFor(kind: Kind, { file }: DefinitionName, { sources, served }: ProjectSources): Paths {
  const [other] = declaring(kind, sources);
  const own = served.find((folder) => folder.endsWith(`${kind}s`)) ?? (served.length === 1 ? served[0] : undefined);
  const folder = other === undefined ? (own ?? `src/${kind}s`) : posix.dirname(other);
  const [test = 'test/a.test.ts'] = [...sources.keys()].filter(isTest);
  const isColocated = [...sources.keys()].some((path) => !isTest(path) && posix.dirname(path) === posix.dirname(test));
  const ending = /\.\w+\.[cm]?ts$/.exec(test)?.[0] ?? '.test.ts';
  const tests = isColocated ? folder : topOf(posix.dirname(test));
  return { source: posix.join(folder, `${file}.ts`), test: posix.join(tests, `${file}${ending}`) };
}

/** `test/prompts` is below `test`, where tests of another kind belong, too. */
function topOf(folder: string): string {
  return /^(?:.*\/)?(?:tests?|__tests__|specs?)(?=\/|$)/.exec(folder)?.[0] ?? folder;
}

function importIn(
  file: string,
  { className, path, manifest }: { readonly className: string; readonly path: string; readonly manifest: Manifest },
): string {
  return `import { ${className} } from '${importPath(file, path, manifest.type === 'module')}';`;
}

async function filesOf(
  kind: Kind,
  names: DefinitionName,
  { source: path, test: testPath, manifest }: Paths & { readonly manifest: Manifest },
): Promise<Files> {
  const files = await template('definitions');
  const [source, test] = [`src/${kind}s/my-${kind}.ts`, `test/my-${kind}.test.ts`].map((each) => files.get(each) ?? '');
  if (namesIn(source ?? '').includes(names.className))
    throw usage('name-refused', `The generated code already uses the name ${names.className}`, 'Choose another name');
  const runner = runnerOf(manifest);
  const hasGlobals = runner === 'jest' && '@types/jest' in { ...manifest.dependencies, ...manifest.devDependencies };
  const text = testFor(runner, renameSample(kind, names, test ?? ''))
    .replace(`../src/${kind}s/${names.file}.js`, importPath(testPath, path, manifest.type === 'module'))
    .replace(hasGlobals ? /^import \{ test \} from .*\n/m : '', '');
  return new Map([
    [path, renameSample(kind, names, source ?? '')],
    [testPath, text],
  ]);
}

/** The names that a template imports, or declares without exporting them. */
function namesIn(source: string): readonly string[] {
  const imports = source.matchAll(/^import \{([^}]*)\}/gm);
  const constants = source.matchAll(/^const (\w+)/gm);
  return [...imports, ...constants].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
}

/** A template with its sample name, as `MyPrompt` and `my-prompt`, replaced. */
function renameSample(kind: Kind, { className, file }: DefinitionName, text: string): string {
  const sample = `My${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
  return text.replaceAll(sample, className).replaceAll(`my-${kind}`, file);
}

/** The folder that serves the class, or the import that registers it. */
type Registration = { readonly config: string; readonly folder: string } | { readonly importLine: string };

function registrationText(registration: Registration): string {
  if ('folder' in registration) return `${registration.config} serves all classes in ${registration.folder}.`;
  return `To serve it, import the class and list it with the others:\n  ${registration.importLine}`;
}

/** The path of a file of the project from the current folder. */
function pathFromHere({ folder }: Session, { root }: ProjectFolder, path: string): string {
  return pathFrom(folder, join(root, path));
}
