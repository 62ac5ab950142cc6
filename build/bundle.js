import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { explanations } from './docs/explanations.js';
import { licencesOf } from './licences.js';
import { names } from './names.js';
import { copyTypes, removeStale, writeAll } from './output.js';
import { entriesOf, packageFolders } from './packages.js';
import { bundlePage } from './page.js';
import { purity } from './purity.js';
import { templateVersions } from './template-versions.js';

/** @typedef {import('./packages.js').Entry} Entry */

// Makes `dist` of every package: one file for each of its exports, one for what these share, and one for what is loaded
// later. Node would need half of a cold start to find and open the files of `src` one by one, and Jest does it anew for
// every file of tests.
//
// Packages that tests load are also built as CommonJS, which only Jest and tools like it choose: they know the condition
// `require`, but not `module-sync`. Node and bundlers choose the ES modules for `require` and `import` alike, so that one
// process holds one build.

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));
const COMMAND_LINE = join(PACKAGES, 'cli');
const PACKAGE = /^[^./]/;
/** The dependencies without a CommonJS build. A CommonJS bundle contains them, because Jest cannot load them. */
const ES_MODULES_ONLY = ['chokidar', 'jose', 'mime', 'readdirp'];
const PACKAGE_WITH_COMMONJS = new RegExp(`^(?!(?:${ES_MODULES_ONLY.join('|')})(?:/|$))[^./]`);

await Promise.all((await packageFolders()).map(bundle));
await bundlePage(COMMAND_LINE);

/** @param {string} folder */
async function bundle(folder) {
  await removeStale(folder);
  const entries = await entriesOf(folder);
  const bundles = await Promise.all([bundleModules(folder, entries), bundleCommonJs(folder, entries)]);
  const files = bundles.flat().map((file) => contentOf(file));
  const licences = await licencesOf(bundles.flat());
  const others = [
    ...(licences === '' ? [] : [/** @type {const} */ (['third-party.txt', licences])]),
    ...(folder === COMMAND_LINE ? await data() : []),
  ];
  await writeAll(join(folder, 'dist'), new Map([...files, ...others]));
  if (entries.some(({ hasCommonJsTypes }) => hasCommonJsTypes)) await copyTypes(join(folder, 'build'));
}

/**
 * @param {string} folder
 * @param {readonly Entry[]} entries
 */
function bundleModules(folder, entries) {
  const input = inputOptions(folder, entries);
  return generate(
    { ...input, external: PACKAGE, plugins: [names, purity] },
    {
      ...outputOptions(folder, entries, 'js'),
      sourcemap: true,
      sourcemapExcludeSources: true, // They are published, and the maps lead there.
      comments: { legal: true, annotation: true, jsdoc: false },
    },
  );
}

/**
 * @param {string} folder
 * @param {readonly Entry[]} entries
 */
async function bundleCommonJs(folder, entries) {
  const chosen = entries.filter(({ hasCommonJs }) => hasCommonJs);
  if (chosen.length === 0) return [];
  return generate(
    { ...inputOptions(folder, chosen), external: PACKAGE_WITH_COMMONJS },
    {
      ...outputOptions(folder, chosen, 'cjs'),
      format: 'cjs',
      dynamicImportInCjs: false, // Jest rejects `import()` in CommonJS.
      comments: { legal: true, annotation: false, jsdoc: false },
    },
  );
}

/**
 * @param {string} folder
 * @param {readonly Entry[]} entries
 * @returns {import('rolldown').InputOptions}
 */
function inputOptions(folder, entries) {
  return {
    input: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
    cwd: folder,
    tsconfig: join(folder, 'tsconfig.json'),
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  };
}

/**
 * @param {string} folder
 * @param {readonly Entry[]} entries
 * @param {'js' | 'cjs'} ending
 * @returns {import('rolldown').OutputOptions}
 */
function outputOptions(folder, entries, ending) {
  return {
    dir: join(folder, 'dist'),
    keepNames: true,
    minify: false,
    minifyInternalExports: false,
    entryFileNames: `[name].${ending}`,
    // The first is merged into another one, but must not have its name before that.
    chunkFileNames: ({ name, isDynamicEntry }) => {
      if (name === 'rolldown-runtime') return `[name].${ending}`;
      return `${entries[0]?.name}-${isDynamicEntry ? name : 'shared'}.${ending}`;
    },
  };
}

/**
 * @param {import('rolldown').InputOptions} input
 * @param {import('rolldown').OutputOptions} options
 */
async function generate(input, options) {
  const bundled = await rolldown(input);
  const { output } = await bundled.generate(options);
  await bundled.close();
  return output;
}

/**
 * @param {import('rolldown').OutputChunk | import('rolldown').OutputAsset} file
 * @returns {readonly [name: string, content: string | Uint8Array]}
 */
function contentOf(file) {
  return [file.fileName, 'code' in file ? file.code : file.source];
}

/** The files that the command line reads from its `dist`. */
async function data() {
  return /** @type {const} */ ([
    ['explanations.json', `${JSON.stringify(explanations(), null, 1)}\n`],
    ['template-versions.json', await templateVersions(COMMAND_LINE)],
  ]);
}
