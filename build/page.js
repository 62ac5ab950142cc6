import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { writeAll } from './output.js';

// What comes to the browser as it is.
const STATIC = ['index.html', 'icon.svg'];
/** The packages that become a part of the script; their licences ask to be kept with it. */
const PARTS = ['diff', 'marked', 'preact'];

/**
 * Makes the page of the playground, with all that it needs: it works without a network.
 * @param {string} folder of the package
 */
export async function bundlePage(folder) {
  const source = join(folder, 'page');
  const [script, style, licences, ...files] = await Promise.all([
    scriptOf(source),
    styleOf(source),
    licencesIn(folder),
    ...STATIC.map((name) => readFile(join(source, name), 'utf8')),
  ]);
  const texts = new Map(STATIC.map((name, index) => [name, String(files[index])]));
  await writeAll(
    join(folder, 'dist', 'page'),
    texts.set('page.js', script).set('page.css', style).set('third-party.txt', licences),
  );
}

/** @param {string} folder */
async function licencesIn(folder) {
  const read = PARTS.map(
    async (name) => `${name}\n\n${await readFile(join(folder, 'node_modules', name, 'LICENSE'), 'utf8')}`,
  );
  return (await Promise.all(read)).join('\n\n');
}

/**
 * Leaves out the part of marked that writes HTML, 3 kB after brotli: the page makes elements of tokens. No bundler does,
 * because marked creates an instance of it when it is imported. All classes come before that instance.
 * @type {import('rolldown').Plugin}
 */
const LEXER_ONLY = {
  name: 'lexer-only',
  transform: {
    filter: { id: /\/marked\.esm\.js$/ },
    handler(code) {
      const end = code.search(/var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/);
      const [, lexer] = /(\w+) as Lexer\b/.exec(code) ?? [];
      if (end < 0 || lexer === undefined) throw new Error('marked has changed: adapt LEXER_ONLY in build/page.js');
      return `${code.slice(0, end)}export{${lexer} as Lexer};`;
    },
  },
};

/** @param {string} source */
async function scriptOf(source) {
  const { version } = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8'));
  const bundled = await rolldown({
    input: { page: join(source, 'main.tsx') },
    cwd: source,
    tsconfig: join(source, 'tsconfig.json'),
    platform: 'browser',
    transform: {
      define: { VERSION: JSON.stringify(version) },
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
    plugins: [LEXER_ONLY],
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  });
  const { output } = await bundled.generate({ format: 'esm', minify: true, comments: false });
  await bundled.close();
  if (output.length !== 1) throw new Error('The page must be one script: import nothing later');
  return output[0].code;
}

/** @param {string} source */
async function styleOf(source) {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'styles', 'page.css')],
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome123', 'firefox128', 'safari17.5'],
  });
  return String(outputFiles[0]?.text);
}
