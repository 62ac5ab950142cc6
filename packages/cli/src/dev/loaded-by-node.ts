import { createRequire } from 'node:module';

const { cache } = createRequire(import.meta.url);

/** Those of the files that Node itself has loaded, as it does with CommonJS: this process keeps them as they were. */
export function loadedByNode(files: Iterable<string>): readonly string[] {
  return [...files].filter((file) => cache[file] !== undefined);
}
