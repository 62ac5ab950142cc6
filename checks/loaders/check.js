// Compiles the examples by swc, which looks at one file at a time as most tools do, and compares what lists and schemas
// say of their classes with what they say where tsc has compiled them. A test does the same for our own loader.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { transform } from '@swc/core';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** As near to the example's packages and assets as `dist`; git ignores it. */
const OUTPUT = 'swc';
/** Files that serve something when they are imported. */
const RUNS = /^(?:export )?(?:const .*= )?(?:await|void) |process\.exit|bootstrap\(/m;
const DECLARES = /@(?:Prompt|Tool|Resource|Arg)\(/;

const { resolve } = createRequire(join(EXAMPLES, 'review-desk/package.json'));
/** @type {typeof import('@cuecard/core')} */
const core = await import(pathToFileURL(resolve('@cuecard/core')).href);

export const title = 'Types by other compilers';
export const seconds = 10;

export async function faults() {
  let compared = 0;
  const different = [];
  for (const example of await readdir(EXAMPLES)) {
    const folder = join(EXAMPLES, example);
    if (!existsSync(join(folder, 'package.json'))) continue; // A removed example leaves its output in clones that had it.
    const files = (await readdir(join(folder, 'src'), { recursive: true })).filter((file) =>
      /(?<!\.d)\.ts$/.test(file),
    );
    const compiled = files.filter((file) => existsSync(join(folder, 'dist', scriptOf(file))));
    for (const file of compiled) await compile(folder, file);
    for (const file of compiled) {
      const source = await readFile(join(folder, 'src', file), 'utf8');
      if (!DECLARES.test(source) || RUNS.test(source)) continue;
      const saidIn = (/** @type {string} */ output) => saidOf(join(folder, output, scriptOf(file)));
      const [byTsc, bySwc] = [await saidIn('dist'), await saidIn(OUTPUT)];
      compared += Object.keys(byTsc).length;
      if (!isDeepStrictEqual(byTsc, bySwc)) different.push(`${example}/src/${file}`);
    }
    await rm(join(folder, OUTPUT), { recursive: true, force: true });
  }
  if (compared <= 100) return [`only ${compared} classes were compared`];
  return different.map((file) => `${file} says something else where swc has compiled it`);
}

/** @param {string} file */
function scriptOf(file) {
  return file.replace(/\.ts$/, '.js');
}

/** @param {string} file */
async function saidOf(file) {
  const found = await import(pathToFileURL(file).href);
  // Node does not see by itself what swc's CommonJS exports.
  return report(found.default?.['__esModule'] === true ? found.default : found);
}

/**
 * @param {string} folder
 * @param {string} file
 */
async function compile(folder, file) {
  const { code } = await transform(await readFile(join(folder, 'src', file), 'utf8'), {
    filename: file,
    swcrc: false,
    module: { type: await moduleTypeOf(folder) },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
    },
  });
  const output = join(folder, OUTPUT, scriptOf(file));
  await mkdir(dirname(output), { recursive: true });
  await writeFile(output, code);
}

/** @param {string} folder */
async function moduleTypeOf(folder) {
  const { type } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return type === 'module' ? 'es6' : 'commonjs';
}

/**
 * What lists and schemas say of every class that a file exports.
 * @param {Record<string, unknown>} exports
 */
function report(exports) {
  // Without functions, which might start something.
  const classes = Object.entries(exports).filter(([, value]) => /^class\b/.test(String(value)));
  return Object.fromEntries(classes.map(([name, value]) => [name, entryOf(value)]));
}

/** @param {any} type */
function entryOf(type) {
  try {
    const definitions = core.defineClass(core.isRegistryEntry(type) ? /** @type {any} */ (type) : promptWith(type));
    return definitions.map(({ entry, schema }) => ({ entry, schema }));
  } catch (error) {
    return String(error);
  }
}

/** @param {any} args */
function promptWith(args) {
  class Probe {
    render = () => '';
  }
  core.Prompt({ name: 'probe', args })(Probe);
  return Probe;
}
