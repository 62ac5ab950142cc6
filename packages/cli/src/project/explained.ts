import type { ModuleGraph } from '../loader/module-graph.js';
import type { Update } from '../loader/update.js';
import { CompositionNeeded } from './exchange-plan.js';
import { problemsOf } from './problems.js';
import { ProjectFault } from './project-fault.js';
import { ProjectFiles } from './project-files.js';

/** Does the work of an update; what it throws becomes a fault that says where it is. */
export async function explained<Result>(
  work: (update: Update) => Promise<Result>,
  update: Update,
  { graph, folder }: { readonly graph: ModuleGraph; readonly folder: string },
): Promise<Result> {
  try {
    return await work(update);
  } catch (error) {
    if (error instanceof CompositionNeeded) throw error;
    const files = new Set([...update.files, ...[...graph.modules].map(({ file }) => file)]);
    throw new ProjectFault(problemsOf(error, new ProjectFiles({ folder, files: [...files] })), error);
  }
}
