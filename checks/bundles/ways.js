import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { run } from '../lib.js';

/**
 * A way to make one program of a server.
 * @typedef {object} Way
 * @property {string} title
 * @property {boolean} keepsNames whether classes have their own names in the bundle
 * @property {boolean} [isSlow] whether only a run of everything tries it
 * @property {(entry: string, folder: string) => Promise<readonly [command: string, ...args: string[]]>} bundle
 */

// It has no types of its own.
const require = createRequire(import.meta.url);
/** @type {(entry: string, options: object) => Promise<{ code: string, assets: Record<string, { source: string | Buffer }> }>} */
const ncc = require('@vercel/ncc');
const BUN = fileURLToPath(new URL('../node_modules/bun/bin/bun.exe', import.meta.url));

/** @type {Way} */
const BUN_FOR_NODE = {
  title: 'bun --target=node',
  keepsNames: false,
  async bundle(entry, folder) {
    const program = join(folder, 'server.mjs');
    const { code, output } = await run(BUN, ['build', entry, '--target=node', '--outfile', program]);
    if (code !== 0) throw new Error(output);
    return [process.execPath, program];
  },
};

/** Every bundler, minified or not, with and without the names of classes. */
export const WAYS = [
  ...both((minify) =>
    both((keepNames) => [esbuildWay('esm', minify, keepNames), esbuildWay('cjs', minify, keepNames)]),
  ),
  ...both((minify) => both((keepNames) => [rolldownWay(minify, keepNames)])),
  nccWay(false),
  { ...nccWay(true), isSlow: true },
  ...[[], ['--minify'], ['--minify', '--keep-names']].map(bunWay),
  BUN_FOR_NODE,
];

/** @param {(is: boolean) => readonly Way[]} waysFor @returns {Way[]} */
function both(waysFor) {
  return [false, true].flatMap(waysFor);
}

/** @param {'esm' | 'cjs'} format @param {boolean} minify @param {boolean} keepNames @returns {Way} */
function esbuildWay(format, minify, keepNames) {
  return {
    title: titleOf('esbuild', { [format]: true, minify, keepNames }),
    keepsNames: keepNames,
    async bundle(entry, folder) {
      const outfile = join(folder, format === 'esm' ? 'server.mjs' : 'server.cjs');
      const options = { format, minify, keepNames, outfile };
      await build({ entryPoints: [entry], bundle: true, platform: 'node', logLevel: 'error', ...options });
      return [process.execPath, outfile];
    },
  };
}

/** @param {boolean} minify @param {boolean} keepNames @returns {Way} */
function rolldownWay(minify, keepNames) {
  return {
    title: titleOf('rolldown', { minify, keepNames }),
    keepsNames: keepNames || !minify,
    async bundle(entry, folder) {
      const file = join(folder, 'server.mjs');
      const made = await rolldown({ input: entry, platform: 'node', logLevel: 'silent' });
      await made.write({ file, format: 'esm', minify, keepNames, codeSplitting: false });
      await made.close();
      return [process.execPath, file];
    },
  };
}

/** @param {boolean} minify @returns {Way} */
function nccWay(minify) {
  return {
    title: titleOf('ncc', { minify }),
    keepsNames: true,
    async bundle(entry, folder) {
      const { code, assets } = await ncc(entry, { minify, cache: false, quiet: true });
      const files = Object.entries(assets).map(([name, { source }]) => ({ name, source }));
      for (const { name, source } of [...files, { name: 'index.js', source: code }, MODULE]) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), source);
      }
      return [process.execPath, join(folder, 'index.js')];
    },
  };
}

const MODULE = { name: 'package.json', source: '{ "type": "module" }' };

/** @param {string[]} flags @returns {Way} */
function bunWay(flags) {
  return {
    title: ['bun --compile', ...flags].join(' '),
    keepsNames: false, // Its --keep-names does not keep those of decorated classes.
    async bundle(entry, folder) {
      const program = join(folder, 'server');
      const { code, output } = await run(BUN, ['build', entry, '--compile', ...flags, '--outfile', program]);
      if (code !== 0) throw new Error(output);
      return [program];
    },
  };
}

/** @param {string} bundler @param {Record<string, boolean>} options */
function titleOf(bundler, options) {
  return [bundler, ...Object.keys(options).filter((option) => options[option])].join(' ');
}
