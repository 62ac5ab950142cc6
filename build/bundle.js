import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { explanations } from './explanations.js';
import { names } from './names.js';
import { copyTypes, removeStale, writeAll } from './output.js';
import { entriesOf, packageFolders } from './packages.js';
import { bundlePage } from './page.js';
import { purity } from './purity.js';
import { templateVersions } from './template-versions.js';

// Makes `dist` of every package: one file for each of its exports, one for what these share, and one for what is loaded
// later. Node would need half of a cold start to find and open the files of `src` one by one, and Jest does it anew for
// every file of tests.

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));
const COMMAND_LINE = join(PACKAGES, 'cli');
const PACKAGE = /^[^./]/;

await Promise.all((await packageFolders()).map(bundle));
await bundlePage(COMMAND_LINE);

/** @param {string} folder */
async function bundle(folder) {
  await removeStale(folder);
  const entries = await entriesOf(folder);
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
    cwd: folder,
    tsconfig: join(folder, 'tsconfig.json'),
    platform: 'node',
    external: PACKAGE,
    resolve: { extensionAlias: { '.js': ['.ts'] } },
    plugins: [names, purity],
  });
  const { output } = await bundled.generate({
    dir: join(folder, 'dist'),
    sourcemap: true,
    sourcemapExcludeSources: true, // They are published, and the maps lead there.
    keepNames: true,
    minify: false,
    minifyInternalExports: false,
    comments: { legal: true, annotation: true, jsdoc: false },
    // The first is merged into another one, but must not have its name before that.
    chunkFileNames: ({ name, isDynamicEntry }) => {
      if (name === 'rolldown-runtime') return '[name].js';
      return `${entries[0]?.name}-${isDynamicEntry ? name : 'shared'}.js`;
    },
  });
  await bundled.close();
  const files = output.map((file) => /** @type {const} */ ([file.fileName, 'code' in file ? file.code : file.source]));
  await writeAll(join(folder, 'dist'), new Map([...files, ...(folder === COMMAND_LINE ? await data() : [])]));
  if (entries.some(({ isForCommonJs }) => isForCommonJs)) await copyTypes(join(folder, 'build'));
}

/** The files that the command line reads from its `dist`. */
async function data() {
  return /** @type {const} */ ([
    ['explanations.json', await explanations()],
    ['template-versions.json', await templateVersions(COMMAND_LINE)],
  ]);
}
