import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { DESK } from './support/desk.ts';
import { DevInProcess } from './support/dev-in-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { run } from './support/run.ts';

let project: ProjectFolder;
let dev: DevInProcess;
let listener: Listener | undefined;

afterEach(async () => {
  await listener?.close();
  await DevInProcess.stopAll();
  project.remove();
});

/** Returns the text of the prompt `told` in a project with these files. */
async function textIn(
  files: Readonly<Record<string, string>>,
  prepare = (_folder: string): void => {},
): Promise<string> {
  project = new ProjectFolder({ ...DESK, ...files });
  prepare(project.path);
  dev = new DevInProcess(project.path);
  listener = await Listener.of(await dev.url());
  return listener.text('told');
}

/** Returns the source of a prompt that renders the value of an expression. */
const promptOf = (imports: string, expression: string) => `import { Prompt, type PromptHandler } from '@cuecard/core';
${imports}

@Prompt({ name: 'told', description: 'Tells what was loaded' })
export class Told implements PromptHandler {
  async render() {
    return JSON.stringify(${expression});
  }
}
`;

describe('Loader', () => {
  test('links modules as Node does', async () => {
    const text = await textIn({
      'src/prompts/told.ts': promptOf(
        `import whole, { list as renamed, type Kind } from '../lib/index.js';
import * as all from '../lib/index.js';
import data from '../lib/data.json' with { type: 'json' };
import { even } from '../lib/even.js';
import { join } from 'node:path';
import { Level } from '../lib/level.js';`,
        `{
      whole: whole('x' satisfies Kind),
      renamed,
      names: Object.keys(all).sort(),
      data,
      even: even(4),
      join: join('a', 'b'),
      level: Level[Level.High],
      later: (await import('../lib/later.js')).later,
      meta: [import.meta.filename.endsWith('told.ts'), import.meta.dirname.endsWith('prompts'), new URL('x', import.meta.url).protocol],
    }`,
      ),
      'src/lib/index.ts': `export * from './first.js';
export { second as list } from './second.js';
export type Kind = string;
const waited = await Promise.resolve('waited');
export default function (given: Kind) {
  return given + waited;
}
`,
      'src/lib/first.ts': `export const first = 1;\nexport let count = 0;\nexport const grow = () => (count += 1);\n`,
      'src/lib/second.ts': `import { grow, count } from './first.js';\ngrow();\nexport const second = [count];\n`,
      'src/lib/later.ts': `export const later = 'on demand';`,
      'src/lib/level.ts': `export enum Level { Low, High }`,
      'src/lib/data.json': `{ "from": "a file", "__proto__": "a key" }`,
      'src/lib/even.ts': `import { odd } from './odd.js';\nexport const even = (n: number): boolean => n === 0 || odd(n - 1);\n`,
      'src/lib/odd.ts': `import { even } from './even.js';\nexport const odd = (n: number): boolean => n !== 0 && even(n - 1);\n`,
    });
    expect(JSON.parse(text)).toEqual({
      whole: 'xwaited',
      renamed: [1],
      names: ['count', 'default', 'first', 'grow', 'list'],
      data: JSON.parse(`{ "from": "a file", "__proto__": "a key" }`),
      even: true,
      join: 'a/b',
      level: 'High',
      later: 'on demand',
      meta: [true, true, 'file:'],
    });
  });

  test('exports an ambiguous name only if both modules re-export the same value', async () => {
    const text = await textIn({
      'src/prompts/told.ts': promptOf(
        `import * as all from '../lib/index.js';`,
        `[Object.keys(all), all.shared, all.own]`,
      ),
      'src/lib/index.ts': `export * from './one.js';\nexport * from './other.js';\nexport const own = 'of index';\n`,
      'src/lib/one.ts': `export * from './base.js';\nexport const both = 1;\nexport const own = 'of one';\n`,
      'src/lib/other.ts': `export * from './base.js';\nexport const both = 2;\nexport const alone = 3;\n`,
      'src/lib/base.ts': `export const shared = 'base';\n`,
    });
    expect(JSON.parse(text)).toEqual([['alone', 'own', 'shared'], 'base', 'of index']);
  });

  test('reports a missing export behind `export *`', async () => {
    project = new ProjectFolder({
      ...DESK,
      'src/prompts/told.ts': promptOf(`import { mispelt } from '../lib/index.js';`, 'mispelt'),
      'src/lib/index.ts': `export * from './types.js';\nexport * from './values.js';\n`,
      'src/lib/types.ts': `export interface Spelt { readonly so: string }\n`,
      'src/lib/values.ts': `export const misspelt = 1;\n`,
    });
    const { code, stderr } = await run(project.path, ['list']);
    expect([code, /error [^\n]+/.exec(stderr)?.[0]]).toEqual([
      3,
      'error src/lib/index.ts has no export named "mispelt" [export-missing]',
    ]);
  });

  test('rejects comments in JSON', async () => {
    project = new ProjectFolder({
      ...DESK,
      'src/prompts/told.ts': promptOf(`import data from '../lib/data.json' with { type: 'json' };`, 'data'),
      'src/lib/data.json': `{\n  "a": 1, // one\n}`,
    });
    const { code, stderr } = await run(project.path, ['list']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/\[syntax-error\]\nsrc\/lib\/data\.json:2:11/);
  });

  test('serves edits of a file that is imported on demand', async () => {
    await textIn({
      'src/prompts/told.ts': promptOf('', `(await import('../lib/later.js')).later`),
      'src/lib/later.ts': `export const later = 'first';`,
    });
    const texts = [await listener?.text('told')];
    await dev.sayingAfter(/reloaded/, () => project.write({ 'src/lib/later.ts': `export const later = 'second';` }));
    texts.push(await listener?.text('told'));
    expect(texts).toEqual(['"first"', '"second"']);
  });

  test('lets a module declare __dirname itself', async () => {
    const dirname = `import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
const __dirname = dirname(fileURLToPath(import.meta.url));
export const here = __dirname.endsWith('lib');`;
    const files = { 'src/lib/here.ts': dirname };
    const prompt = promptOf(`import { here } from '../lib/here.js';`, '[here, typeof module]');
    expect(await textIn({ 'src/prompts/told.ts': prompt, ...files })).toBe('[true,"undefined"]');
  });

  test('gives module, exports and require to TypeScript in a CommonJS project', async () => {
    const text = await textIn({
      'package.json': '{ "name": "desk" }',
      'src/lib/old.ts': `const { join } = require('node:path');
exports.joined = join('a', 'b');
export const isMain = require.main === module;`,
      'src/lib/whole.cts': `module.exports = { word: 'whole' };`,
      'src/prompts/told.ts': promptOf(
        `import { isMain, joined } from '../lib/old';
import whole, { word } from '../lib/whole.cjs';`,
        '[isMain, joined, whole, word]',
      ),
    });
    expect(text).toBe('[false,"a/b",{"word":"whole"},"whole"]');
  });

  test('resolves packages by the conditions of the tsconfig', async () => {
    const compilerOptions = { experimentalDecorators: true, emitDecoratorMetadata: true, customConditions: ['source'] };
    const linked = (folder: string) => {
      const source = join(folder, 'elsewhere/words');
      mkdirSync(source, { recursive: true });
      const exports = { source: './index.ts', default: './dist/index.js' };
      writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'words', type: 'module', exports }));
      writeFileSync(join(source, 'index.ts'), `export const word: string = 'source';`);
      symlinkSync(source, join(folder, 'node_modules/words'));
    };
    const files = { 'src/prompts/told.ts': promptOf(`import { word } from 'words';`, 'word') };
    expect(await textIn({ ...files, 'tsconfig.json': JSON.stringify({ compilerOptions }) }, linked)).toBe('"source"');
  });

  test('compiles sources of a linked package and serves their edits', async () => {
    const linked = (folder: string) => {
      const source = join(folder, 'elsewhere/words');
      mkdirSync(join(source, 'src'), { recursive: true });
      writeFileSync(
        join(source, 'package.json'),
        JSON.stringify({ name: 'words', type: 'module', exports: './src/index.ts' }),
      );
      writeFileSync(join(source, 'src/index.ts'), `export const word: string = 'hello';`);
      symlinkSync(source, join(folder, 'node_modules/words'));
    };
    const first = await textIn({ 'src/prompts/told.ts': promptOf(`import { word } from 'words';`, 'word') }, linked);
    await dev.sayingAfter(/reloaded elsewhere\/words\/src\/index.ts/, () =>
      project.write({ 'elsewhere/words/src/index.ts': `export const word: string = 'goodbye';` }),
    );
    expect([first, await listener?.text('told')]).toEqual(['"hello"', '"goodbye"']);
  });

  test('imports names that a CommonJS package sets at runtime', async () => {
    const installed = (folder: string) => {
      mkdirSync(join(folder, 'node_modules/old'));
      writeFileSync(
        join(folder, 'node_modules/old/index.js'),
        `const made = {}; made['wo' + 'rd'] = 'hidden'; module.exports = made;`,
      );
    };
    expect(await textIn({ 'src/prompts/told.ts': promptOf(`import { word } from 'old';`, 'word') }, installed)).toBe(
      '"hidden"',
    );
  });

  test('loads files whose names are escaped in URLs', async () => {
    expect(
      await textIn({
        'src/prompts/told.ts': promptOf(`import { word } from '../a folder #1/wörd.js';`, 'word'),
        'src/a folder #1/wörd.ts': `export const word = 'here';`,
      }),
    ).toBe('"here"');
  });

  test('serves an edit of a base class in its subclasses', async () => {
    await textIn({
      'src/prompts/told.ts': promptOf(`import { Child } from '../lib/child.js';`, 'new Child().word()'),
      'src/lib/parent.ts': `export class Parent { word() { return 'first'; } }`,
      'src/lib/child.ts': `import { Parent } from './parent.js';\nexport class Child extends Parent {}\n`,
    });
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/lib/parent.ts': `export class Parent { word() { return 'second'; } }` }),
    );
    expect(await listener?.text('told')).toBe('"second"');
  });

  test('sorts the names of a namespace', async () => {
    const files = {
      'src/words.ts': `export const zoo = 1;\nexport default 2;\nexport const ant = 3;\n`,
      'src/prompts/told.ts': promptOf(`import * as words from '../words.js';`, 'Object.entries(words)'),
    };
    expect(await textIn(files)).toBe('[["ant",3],["default",2],["zoo",1]]');
  });

  test('shows only the part of a long line around a problem', async () => {
    const line = `const generated = '${'x'.repeat(500)}'; export class {} const more = '${'y'.repeat(500)}';`;
    project = new ProjectFolder({ ...DESK, 'src/prompts/told.ts': line });
    const { stderr } = await run(project.path, ['list']);
    const [, place, shown = '', mark = ''] = stderr.split('\n');
    expect([place, shown.length, shown.at(mark.indexOf('^'))]).toEqual([
      `src/prompts/told.ts:1:${line.indexOf('class') + 1}`,
      '> 1 | '.length + 100,
      'c',
    ]);
  });

  test('names the missing setting of decorators', async () => {
    project = new ProjectFolder({
      ...DESK,
      'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "strict": true } }',
      'src/prompts/told.ts': promptOf('', '1'),
    });
    const { code, stderr } = await run(project.path, ['list']);
    expect({ code, lines: stderr.split('\n').slice(0, 3) }).toEqual({
      code: 3,
      lines: [
        'error Decorators need "experimentalDecorators", which tsconfig.json does not set [syntax-error]',
        'src/prompts/told.ts:4:1',
        'Set "experimentalDecorators" and "emitDecoratorMetadata" to true',
      ],
    });
  });
});
