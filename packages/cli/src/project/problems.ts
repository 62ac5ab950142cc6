import { missingPackage } from './missing-package.js';
import { DefinitionError, type DefinitionFault, sectionOf } from '@cuecard/core';
import { SyntaxProblem } from '../loader/compiler.js';
import { MissingExport } from '../loader/update.js';
import { Problem, type ProblemOptions, ExitCode } from '../outcome/problem.js';
import { ProjectFiles, type SourceLocation } from './project-files.js';
import type { Watchable } from './watched-files.js';
import type { ModuleGraph } from '../loader/module-graph.js';
import type { Update } from '../loader/update.js';

/** Turns an error of loading a project into problems with source locations. */
function problemsOf(error: unknown, files: ProjectFiles): readonly ProblemOptions[] {
  if (error instanceof Problem) return [error.options];
  if (error instanceof DefinitionError) return error.faults.map((fault) => faultProblem(fault, files));
  if (error instanceof SyntaxProblem) return [syntaxProblem(error, files)];
  if (error instanceof MissingExport) return [exportProblem(error, files)];
  const { code, specifier, importer } = Object(error) as Partial<Record<'code' | 'specifier' | 'importer', unknown>>;
  if (code === 'ERR_MODULE_NOT_FOUND' && typeof specifier === 'string' && typeof importer === 'string')
    return [moduleProblem(specifier, importer, files)];
  const missing = missingPackage(error);
  if (missing !== undefined) return [missing];
  if (isDeletedFile(error, files)) return [deletedFileProblem(String(Object(error).path), files)];
  return [thrown(error, files)];
}

function faultProblem(
  { id, where, problem, remedy, type, property }: DefinitionFault,
  files: ProjectFiles,
): ProblemOptions {
  return {
    code: id,
    summary: `${where} ${problem}`,
    fix: remedy,
    section: sectionOf(id),
    ...at(files.declaration(type, property)),
  };
}

function syntaxProblem({ file, message, hint, place }: SyntaxProblem, files: ProjectFiles): ProblemOptions {
  return {
    code: 'syntax-error',
    summary: message,
    ...(hint !== undefined && { why: hint }),
    ...files.locate(file, place),
  };
}

function exportProblem({ exported, file, importer }: MissingExport, files: ProjectFiles): ProblemOptions {
  return {
    code: 'export-missing',
    summary: `${files.pathOf(file)} has no export named "${exported}"`,
    fix: 'Export it there, or import another name',
    ...files.mention(importer, exported),
  };
}

function moduleProblem(specifier: string, importer: string, files: ProjectFiles): ProblemOptions {
  const isPackage = !/^[./]/.test(specifier);
  return {
    code: 'module-missing',
    summary: `"${specifier}" cannot be found`,
    fix: isPackage ? 'Install it, or correct its name' : 'Create the file, or correct the path',
    ...files.mention(importer, specifier),
  };
}

/** Whether a file of the project has been deleted. */
function isDeletedFile(error: unknown, files: ProjectFiles): boolean {
  const { code, path } = Object(error) as Partial<Record<'code' | 'path', unknown>>;
  return code === 'ENOENT' && typeof path === 'string' && files.has(path);
}

function deletedFileProblem(file: string, files: ProjectFiles): ProblemOptions {
  const path = files.pathOf(file);
  return { code: 'file-deleted', summary: `${path} was deleted`, fix: 'Restore it', where: { path } };
}

function thrown(error: unknown, files: ProjectFiles): ProblemOptions {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const [summary = '', ...rest] = message.split('\n');
  return {
    code: 'project-throws',
    summary: summary === '' ? 'The project throws an error without a message' : summary,
    ...(rest.length > 0 && { why: rest.join('\n') }),
    ...circular(error, files),
    ...at(files.origin(stack)),
    cause: error,
  };
}

/** The remedy where a file uses what another one declares, and is evaluated before it: they import each other. */
function circular(error: unknown, files: ProjectFiles): Pick<ProblemOptions, 'fix'> {
  const { message, stack } = error instanceof ReferenceError ? error : { message: '', stack: undefined };
  const [, name = ''] = /^Cannot access '(.+)' before initialization$/.exec(message) ?? [];
  const user = files.origin(stack)?.where.path;
  const owner = files.declaration(name)?.where.path;
  if (user === undefined || owner === undefined || user === owner) return {};
  return {
    fix: `${user} and ${owner} import each other, directly or through others: move ${name}, or the imports of ${owner}, to another file`,
  };
}

function at(location: SourceLocation | undefined): Partial<SourceLocation> {
  return location ?? {};
}

/** Runs the work of an update, and adds source locations to its errors. */
export async function locateErrors<Result>(
  work: (update: Update) => Promise<Result>,
  update: Update,
  { graph, folder }: { readonly graph: ModuleGraph; readonly folder: string },
): Promise<Result> {
  try {
    return await work(update);
  } catch (error) {
    const files = [...update.gone, ...[...update.sources, ...graph.sources].map(([file]) => file)];
    const problems = problemsOf(error, new ProjectFiles({ folder, files: [...new Set(files)] }));
    const settings = graph.settings.files.map((file) => [file, undefined] as const);
    const missing = [...graph.resolution.missing, ...update.gone];
    throw new ProjectFault(problems, error, { files: [...update.sources, ...settings], missing });
  }
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
