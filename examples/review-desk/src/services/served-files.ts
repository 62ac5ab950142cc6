import { type CallOptions, ResourceReader } from '@cuecard/core';
import { injectable } from 'tsyringe';

/** What tools make says little about a project, and there is much of it. */
const GENERATED = /(^|\/)(dist|coverage|target|__pycache__|\.venv)\//;

/** How many files are looked at, so that a folder without end is a list with one. */
const MAX_COUNT = 20_000;

/** The files of the served folder, by their paths from its top. */
@injectable()
export class ServedFiles {
  readonly #resources: ResourceReader;

  constructor(resources: ResourceReader) {
    this.#resources = resources;
  }

  /**
   * The paths of the files in a folder and below it, sorted, without what tools have made; the first of very many.
   * @throws {NotFoundError} when there is no such folder
   */
  async paths(folder: string, call: CallOptions): Promise<string[]> {
    const paths: string[] = [];
    for await (const { name } of this.#resources.list({ ...call, under: folder, brief: true })) {
      if (paths.push(name) === MAX_COUNT) break;
    }
    return paths.filter((path) => !GENERATED.test(path));
  }

  /** The paths of all folders that hold files, the outer ones before the inner ones. */
  async folders(call: CallOptions): Promise<string[]> {
    const folders = new Set<string>();
    for (const path of await this.paths('.', call)) {
      const steps = path.split('/').slice(0, -1);
      for (const depth of steps.keys()) folders.add(steps.slice(0, depth + 1).join('/'));
    }
    return [...folders].toSorted((one, other) => one.split('/').length - other.split('/').length);
  }
}
