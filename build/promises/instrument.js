import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createInstrumenter } from 'istanbul-lib-instrument';

/**
 * @typedef Branch a function, or one arm of a statement or expression that chooses
 * @property {string} place line, column and kind, such as `12:7 if 1`
 * @property {(hits: Hits) => boolean} isCovered
 */

/** @typedef {{ f: Record<string, number>, b: Record<string, number[]> }} Hits how often functions and branches ran */
/** @typedef {{ source: string, branches: Branch[] }} InstrumentedFile `source` is a hash of the text */

const PARSER_PLUGINS = ['typescript', 'decorators-legacy', 'explicitResourceManagement'];

/**
 * Replaces a source file by one that counts how often each of its branches runs. The branches are those of the syntax: V8
 * reports only branches of functions that it compiled, and the source map of a bundle is too coarse to find them again.
 * @param {string} file
 * @returns {Promise<InstrumentedFile>}
 */
export async function instrument(file) {
  const text = await readFile(file, 'utf8');
  const instrumenter = createInstrumenter({ esModules: true, produceSourceMap: false, parserPlugins: PARSER_PLUGINS });
  await writeFile(file, instrumenter.instrumentSync(text, file));
  const { fnMap, branchMap } = instrumenter.lastFileCoverage();
  const functions = Object.entries(fnMap).map(([id, { loc, name }]) => ({
    place: `${position(loc.start)} function ${name}`,
    isCovered: (/** @type {Hits} */ { f }) => (f[id] ?? 0) > 0,
  }));
  const arms = Object.entries(branchMap).flatMap(([id, { type, loc, locations }]) =>
    locations.map((_, arm) => ({
      place: `${position(loc.start)} ${type} ${arm}`,
      isCovered: (/** @type {Hits} */ { b }) => (b[id]?.[arm] ?? 0) > 0,
    })),
  );
  const source = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { source, branches: [...functions, ...arms] };
}

/** @param {{ line: number, column: number }} start */
function position({ line, column }) {
  return `${line}:${column + 1}`;
}
