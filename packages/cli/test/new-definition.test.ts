import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;

beforeEach(async () => {
  folder = await emptyFolder();
});

afterEach(() => folder.remove());

const run = (argv: string, below = '.') => cuecard(argv.split(' '), { folder: join(folder.path, below) });
const read = (file: string) => readFile(join(folder.path, file), 'utf8');

/** Writes the files of a project. */
async function prepare(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
}

const MANIFEST = '{ "name": "desk", "type": "module", "devDependencies": { "@cuecard/testing": "*" } }';

describe('cuecard new', () => {
  test('prints the files, the name and the next step', async () => {
    await run('new project .');
    expect((await run('new prompt release-notes')).stdout).toBe(`created src/prompts/release-notes.ts
created test/release-notes.test.ts

ReleaseNotes is the prompt release_notes. cuecard.config.ts serves all classes in src/prompts.
Next: replace the description and the code, and run npm test
`);
    expect((await run('new tool CountWords', 'src')).stdout).toMatch(
      /^created tools\/count-words\.ts\ncreated \.\.\/test\/count-words\.test\.ts\n\nCountWords is the tool count_words\./,
    );
    expect((await run('new resource old_texts')).stdout).toMatch(/\n\nOldTexts is the resource old_texts\./);
  });

  test('reports and writes the names of class, file and definition', async () => {
    await prepare({ 'package.json': MANIFEST });
    const { stdout } = await run('new prompt release-notes --json');
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      data: {
        kind: 'prompt',
        className: 'ReleaseNotes',
        file: 'release-notes',
        wire: 'release_notes',
        files: ['src/prompts/release-notes.ts', 'test/release-notes.test.ts'],
        registration: { importLine: "import { ReleaseNotes } from './src/prompts/release-notes.js';" },
      },
    });
    const source = await read('src/prompts/release-notes.ts');
    expect(source).toContain('export class ReleaseNotesArgs {');
    expect(source).toContain('export class ReleaseNotes implements PromptHandler<ReleaseNotesArgs> {');
    expect(await read('test/release-notes.test.ts')).toContain(
      "import { ReleaseNotes } from '../src/prompts/release-notes.js';",
    );
  });

  test.each([
    ['ReleaseNotes', 'ReleaseNotes', 'release-notes', 'release_notes'],
    ['release_notes', 'ReleaseNotes', 'release-notes', 'release_notes'],
    ['releaseNotes', 'ReleaseNotes', 'release-notes', 'release_notes'],
    ['HTMLPage', 'HTMLPage', 'html-page', 'html_page'],
    ['ReleaseNotesPrompt', 'ReleaseNotesPrompt', 'release-notes-prompt', 'release_notes'],
    ['v2', 'V2', 'v2', 'v2'],
    ['my-prompt', 'MyPrompt', 'my-prompt', 'my'],
    ['the', 'The', 'the', 'the'],
  ])('derives the names of class, file and definition: %s, %s, %s, %s', async (name, className, file, wire) => {
    await prepare({ 'package.json': MANIFEST });
    const { data } = JSON.parse((await run(`new prompt ${name} --json`)).stdout);
    expect(data).toMatchObject({ className, file, wire });
  });

  test.each(['42', 'été', 'a/b', '../x', `x${'y'.repeat(128)}`, 'prompt', 'arg', 'string'])(
    'rejects the name %s and writes nothing',
    async (name) => {
      await prepare({ 'package.json': MANIFEST });
      const { code, stdout } = await run(`new prompt ${name} --json`);
      expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({ ended: 2, code: 'name-refused' });
      expect(await readdir(folder.path)).toEqual(['package.json']);
    },
  );

  test('writes nothing if a file exists', async () => {
    await prepare({ 'package.json': MANIFEST, 'test/release-notes.test.ts': '// mine' });
    const { code, stderr } = await run('new prompt release-notes');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error test/release-notes.test.ts already exists, so no file was written [file-exists]
fix Choose another name, or remove the file
`,
    });
    expect(await readdir(folder.path)).toEqual(['package.json', 'test']);
    expect(await read('test/release-notes.test.ts')).toBe('// mine');
  });

  test('rejects a name that another class has, and shows its file', async () => {
    await prepare({
      'package.json': MANIFEST,
      'src/desk/notes.ts': "@Prompt({ description: 'Notes' })\nexport class ReleaseNotes {}\n",
    });
    const { code, stdout } = await run('new prompt release-notes --json');
    expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({
      ended: 1,
      code: 'name-taken',
      summary: 'The prompt release_notes already exists',
      where: { path: 'src/desk/notes.ts' },
    });
  });

  test('writes files next to others of their kind, including tests', async () => {
    const prompt = (name: string) => `@Prompt({ description: 'x' })\nexport class ${name} {}\n`;
    await prepare({
      'package.json': '{ "name": "desk", "devDependencies": { "vitest": "4" } }',
      'lib/ask/a.ts': prompt('A'),
      'lib/ask/a.spec.ts': '',
      'node_modules/x/src/d.ts': prompt('D'),
    });
    const { stdout } = await run('new prompt release-notes');
    expect(stdout).toMatch(/^created lib\/ask\/release-notes\.ts\ncreated lib\/ask\/release-notes\.spec\.ts\n/);
    const spec = await read('lib/ask/release-notes.spec.ts');
    expect(spec).toContain("import { test } from 'vitest';");
    expect(spec).toContain("import { ReleaseNotes } from './release-notes';");
  });

  test.each([
    [['lib/prompts', 'lib/tools'], 'lib/tools/count-words.ts'],
    [['definitions'], 'definitions/count-words.ts'],
    [['lib/prompts', 'lib/others'], 'src/tools/count-words.ts'],
  ])('writes the first tool to a served folder: %j, %s', async (served, path) => {
    const calls = served.map((each) => `...(await loadDefinitions('./${each}')),`);
    await prepare({ 'package.json': MANIFEST, 'cuecard.config.ts': calls.join('\n') });
    const { data } = JSON.parse((await run('new tool count-words --json')).stdout);
    expect(data.files[0]).toBe(path);
  });

  test.each([
    ['tests/prompts/a.test.ts', 'tests/release-notes.test.ts'],
    ['src/__tests__/a.test.ts', 'src/__tests__/release-notes.test.ts'],
    ['spec/a.spec.ts', 'spec/release-notes.spec.ts'],
    ['checks/a.test.ts', 'checks/release-notes.test.ts'],
  ])('writes tests next to %s: %s', async (present, added) => {
    await prepare({ 'package.json': MANIFEST, [present]: '' });
    const { data } = JSON.parse((await run('new prompt release-notes --json')).stdout);
    expect(data.files).toEqual(['src/prompts/release-notes.ts', added]);
  });

  test.each([
    ['test script', { scripts: { test: 'tsc && jest' } }, '@jest/globals'],
    ['dependencies', { devDependencies: { vitest: '4' } }, 'vitest'],
    ['default', {}, 'node:test'],
  ])('takes the test runner from the %s', async (_source, manifest, module) => {
    await prepare({ 'package.json': JSON.stringify({ name: 'desk', type: 'module', ...manifest }) });
    await run('new tool count-words');
    expect(await read('test/count-words.test.ts')).toContain(`import { test } from '${module}';`);
  });

  test('imports no test function where Jest has globals', async () => {
    const devDependencies = { jest: '30', '@types/jest': '30' };
    await prepare({ 'package.json': JSON.stringify({ name: 'desk', devDependencies }) });
    await run('new prompt release-notes');
    expect(await read('test/release-notes.test.ts')).toMatch(/^import \{ [^}]+ \} from '@cuecard\/testing';\n/);
  });

  test('prints the import for a config that lists classes', async () => {
    await prepare({
      'package.json': MANIFEST,
      'cuecard.config.ts': 'export default { runtime: new Runtime({ prompts: [] }) };',
    });
    expect((await run('new prompt release-notes')).stdout).toBe(`created src/prompts/release-notes.ts
created test/release-notes.test.ts

ReleaseNotes is the prompt release_notes. To serve it, import the class and list it with the others:
  import { ReleaseNotes } from './src/prompts/release-notes.js';
Next: replace the description and the code, and run npm test
`);
  });

  test('names @cuecard/testing if the project lacks it', async () => {
    await prepare({ 'package.json': '{ "name": "desk" }', 'yarn.lock': '' });
    const { stdout } = await run('new prompt release-notes');
    expect(stdout).toContain('\nThe test needs @cuecard/testing: yarn add -D @cuecard/testing\n');
  });

  test('rejects a folder outside a project', async () => {
    const { code, stdout } = await run('new prompt release-notes --json');
    expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({ ended: 2, code: 'project-missing' });
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('rejects a package.json that is not valid JSON', async () => {
    await prepare({ 'package.json': '{', 'src/a.ts': '' });
    const { code, stdout } = await cuecard(['new', 'tool', 'x', '--json'], { folder: join(folder.path, 'src') });
    expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({
      ended: 3,
      code: 'manifest-unreadable',
      where: { path: '../package.json' },
    });
  });

  test('asks for the name in a terminal', async () => {
    await prepare({ 'package.json': MANIFEST });
    const typed = [['What is the name of the tool?', 'count words\r']] as const;
    const { code } = await cuecard(['new', 'tool'], { folder: folder.path, typed });
    expect({ code, files: await readdir(join(folder.path, 'src/tools')) }).toEqual({
      code: 0,
      files: ['count-words.ts'],
    });
  });
});
