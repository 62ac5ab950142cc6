import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { licencesOf } from './licences.js';
import { writeAll } from './output.js';

// What comes to the browser as it is.
const STATIC = ['index.html', 'icon.svg'];

/**
 * Makes the page of the playground, with all that it needs: it works without a network.
 * @param {string} folder of the package
 */
export async function bundlePage(folder) {
  const source = join(folder, 'page');
  const [[script, licences], style, ...files] = await Promise.all([
    scriptOf(source),
    styleOf(source),
    ...STATIC.map((name) => readFile(join(source, name), 'utf8')),
  ]);
  const texts = STATIC.map((name, index) => /** @type {const} */ ([name, String(files[index])]));
  const large = Object.entries({ 'page.js': script, 'page.css': style, 'third-party.txt': licences });
  const compressed = large.map(([name, text]) => /** @type {const} */ ([`${name}.br`, brotliCompressSync(text)]));
  /** @type {Map<string, string | Uint8Array>} */
  const content = new Map([...texts, ...large]);
  for (const [name, bytes] of compressed) content.set(name, bytes);
  await writeAll(join(folder, 'dist', 'page'), content);
}

/**
 * Keeps the lexer of marked, which is all that the page uses. The rest creates a parser of HTML when it is loaded, so
 * that the bundler could not leave it out.
 * @type {import('rolldown').Plugin}
 */
const lexerAlone = {
  name: 'lexer-alone',
  transform(code, id) {
    if (!id.endsWith('/marked.esm.js')) return null;
    const [, lexer] = /(\w+) as Lexer\b/.exec(code) ?? [];
    const end = code.search(/\bvar \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse/);
    if (lexer === undefined || end < 0) throw new Error('Find the parser of marked again: its bundle has changed');
    const kept = `${code.slice(0, end)}export { ${lexer} as Lexer };`;
    // The page leaves all options off, except GFM.
    const options = /this\.options\.(?:breaks|extensions|hooks|pedantic|silent)\b/g;
    const gfm = kept.replaceAll(options, 'null').replaceAll('this.options.gfm', '!0').replaceAll('.normal', '.gfm');
    const rules = gfm.replaceAll(UNUSED, '');
    // Without the annotation, the bundler would keep the rules of these options.
    const [, edit] = /function (\w+)\(\w+,\w+=""\)\{[^}]*\.source/.exec(rules) ?? [];
    if (edit === undefined) throw new Error('Find the function of marked that builds rules again');
    return rules.replaceAll(new RegExp(`([=:])(?=${edit}\\()`, 'g'), '$1/* @__PURE__ */ ');
  },
  renderChunk: (code) => code.replaceAll(RULE, (rule, name) => (code.includes(`.${name}`) ? rule : '')),
};

/** The rules of marked for options that the page leaves off. */
const UNUSED =
  /,(?:breaks|pedantic):\w+|\bnormal:\w+,|pedantic\w+:(?:\/.*?\/|\w+\(\w+=>new RegExp\(`[^`]*`\)\)),(?=\w+:)/g;

/** A named rule of marked. */
const RULE = /\b(\w+): ?\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/\w*,(?=\s*\w+:)/g;

/** @param {string} source */
async function scriptOf(source) {
  const { version } = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8'));
  const bundled = await rolldown({
    input: { page: join(source, 'main.tsx') },
    cwd: source,
    tsconfig: join(source, 'tsconfig.json'),
    platform: 'browser',
    external: /^node:/, // Packages that share a few functions with the page import them.
    treeshake: { moduleSideEffects: false, propertyReadSideEffects: false },
    plugins: [lexerAlone],
    transform: {
      define: { VERSION: JSON.stringify(version) },
      // `h` takes fewer bytes than the functions of `react-jsx`.
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  });
  const { output } = await bundled.generate({ format: 'esm', minify: true, comments: false });
  await bundled.close();
  if (output.length !== 1) throw new Error('The page must be one script: import nothing later');
  return /** @type {const} */ ([output[0].code, await licencesOf(output)]);
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
