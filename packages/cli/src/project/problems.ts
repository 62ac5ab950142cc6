import { DefinitionError, type DefinitionFault, sectionOf } from '@cuecard/core';
import { FileFault } from '../loader/compiler.js';
import type { Loader, Update } from '../loader/loader.js';
import { MissingExport } from '../loader/module.js';
import { ExitCode, Problem, type ProblemOptions } from '../outcome/problem.js';
import { type Declaration, type SourceLocation, Sources } from '../source/sources.js';
import { missingPackage } from './missing-package.js';
import { thrownError } from './thrown-error.js';
import type { Watchable } from './watched-files.js';

interface ProjectOptions {
  readonly loader: Loader;
  /** The folder that paths are relative to. */
  readonly folder: string;
}

/** Wraps the work of an update: its errors become problems with source locations. */
export function locatingErrors<Result>(
  { loader, folder }: ProjectOptions,
  work: (update: Update) => Promise<Result>,
): (update: Update) => Promise<Result> {
  return async (update) => {
    try {
      return await work(update);
    } catch (error) {
      const files = [...update.files, ...loader.files];
      const sources = new Sources(files, folder);
      const isDeleted = (file: string) => update.gone.has(file) || files.some((each) => each.file === file);
      const problems = problemsOf(error, { sources, folder, isDeleted });
      const evaluated = update.files.map(({ file, source }) => [file, source] as const);
      const settings = loader.settingsFiles.map((file) => [file, undefined] as const);
      const missing = [...loader.missing, ...update.gone];
      throw new ProjectFault(problems, error, { files: [...evaluated, ...settings], missing });
    }
  };
}

interface Context {
  readonly sources: Sources;
  readonly folder: string;
  /** Whether a file that could not be read belongs to the project. */
  readonly isDeleted: (file: string) => boolean;
}

function problemsOf(error: unknown, context: Context): readonly ProblemOptions[] {
  const { sources } = context;
  if (error instanceof Problem) return [error.options];
  if (error instanceof DefinitionError) return error.faults.map((fault) => faultProblem(fault, sources));
  if (error instanceof FileFault) return [fileProblem(error, sources)];
  if (error instanceof MissingExport) return [exportProblem(error, sources)];
  return [codedProblem(error, context) ?? missingPackage(error) ?? thrown(error, context)];
}

/** The problem of an import without a target, or of a deleted file. */
function codedProblem(error: unknown, { sources, isDeleted }: Context): ProblemOptions | undefined {
  const { code, specifier, importer, path } = Object(error) as Readonly<Record<string, unknown>>;
  if (code === 'ERR_MODULE_NOT_FOUND' && typeof specifier === 'string')
    return moduleProblem(specifier, String(importer), sources);
  if (code !== 'ENOENT' || !isDeleted(String(path))) return undefined;
  return deletedFileProblem(sources.pathOf(String(path)));
}

function faultProblem(
  { id, where, problem, remedy, type, property }: DefinitionFault,
  sources: Sources,
): ProblemOptions {
  const declared = sources.topLevel(type, property);
  const summary = `${where} ${problem}`;
  return { code: id, summary, fix: remedy, section: sectionOf(id), ...locationOf(declared, sources) };
}

function locationOf(declared: Declaration | undefined, sources: Sources): Partial<SourceLocation> {
  return declared === undefined ? {} : sources.locate(declared.source.file, sources.placeOf(declared));
}

function fileProblem({ message, options }: FileFault, sources: Sources): ProblemOptions {
  const { file, place, code = '', why, fix } = options;
  return {
    code,
    summary: message,
    ...(why !== undefined && { why }),
    ...(fix !== undefined && { fix }),
    ...sources.locate(file, place),
  };
}

function exportProblem({ exported, file, importer }: MissingExport, sources: Sources): ProblemOptions {
  return {
    code: 'export-missing',
    summary: `${sources.pathOf(file)} has no export named "${exported}"`,
    fix: 'Export the name there, or import another name',
    ...sources.mention(importer, exported),
  };
}

function moduleProblem(specifier: string, importer: string, sources: Sources): ProblemOptions {
  const isPackage = !/^[./]/.test(specifier);
  return {
    code: 'module-missing',
    summary: `"${specifier}" cannot be found`,
    fix: isPackage ? 'Install the package, or correct its name' : 'Create the file, or correct the path',
    ...sources.mention(importer, specifier),
  };
}

function deletedFileProblem(path: string): ProblemOptions {
  return { code: 'file-deleted', summary: `${path} was deleted`, fix: 'Restore the file', where: { path } };
}

function thrown(error: unknown, { sources, folder }: Context): ProblemOptions {
  const [summary = '', ...rest] = (error instanceof Error ? error.message : String(error)).split('\n');
  const { where, frame } = thrownError(error, folder);
  return {
    code: 'project-throws',
    summary: summary === '' ? 'The project threw an error without a message' : summary,
    ...(rest.length > 0 && { why: rest.join('\n') }),
    ...circular(error, where?.path, sources),
    ...(where !== undefined && { where }),
    ...(frame !== undefined && { frame }),
    cause: error,
  };
}

/** The remedy where a file uses what another one declares, and is evaluated before it: they import each other. */
function circular(error: unknown, user: string | undefined, sources: Sources): Pick<ProblemOptions, 'fix'> {
  const message = error instanceof ReferenceError ? error.message : '';
  const [, name = ''] = /^Cannot access '(.+)' before initialization$/.exec(message) ?? [];
  const declared = name === '' ? undefined : sources.topLevel(name);
  const owner = declared && sources.pathOf(declared.source.file);
  if (user === undefined || owner === undefined || user === owner) return {};
  return {
    fix: `Break the import cycle between ${user} and ${owner}: move ${name} to another file`,
  };
}

/** An error with all problems that keep a project from loading. */
export class ProjectFault extends Problem {
  readonly problems: readonly ProblemOptions[];
  /** The files whose edits may fix the problems. */
  readonly watchable: Omit<Watchable, 'folders'>;

  /** @param problems at least one */
  constructor(problems: readonly ProblemOptions[], cause: unknown, watchable: Omit<Watchable, 'folders'>) {
    const [first = { code: 'project-throws', summary: 'The project cannot be loaded' }, ...others] = problems;
    super({ ...first, ...(others.length > 0 && { others }), exitCode: ExitCode.project, cause });
    this.problems = problems;
    this.watchable = watchable;
  }
}
