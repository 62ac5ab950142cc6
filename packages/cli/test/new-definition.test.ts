import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';
import { linkPackages } from './support/linked-packages.ts';
import { countsIn, runTests } from './support/script.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;

beforeEach(async () => {
  folder = await emptyFolder();
});

afterEach(() => folder.remove());

const run = (argv: string, below = '.') => cuecard(argv.split(' '), { folder: join(folder.path, below) });
const read = (file: string) => readFile(join(folder.path, file), 'utf8');

/** Writes the files of a project. */
async function given(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
}

const MANIFEST = '{ "name": "desk", "type": "module", "devDependencies": { "@cuecard/testing": "*" } }';

test('a prompt, a tool and a resource join a new project, and all of its tests are green', async () => {
  await run('new project .');
  expect((await run('new prompt release-notes')).stdout).toBe(`created src/prompts/release-notes.ts
created test/release-notes.test.ts

ReleaseNotes is the prompt release_notes. cuecard.config.ts serves all of src/prompts.
Next: write what it is for, and run npm test
`);
  expect((await run('new tool CountWords', 'src')).stdout).toMatch(
    /^created tools\/count-words\.ts\ncreated \.\.\/test\/count-words\.test\.ts\n\nCountWords is the tool count_words\./,
  );
  expect((await run('new resource old_texts')).stdout).toMatch(/\n\nOldTexts is the resource old_texts\./);
  await linkPackages(folder.path);
  const { code, output } = await runTests(folder.path);
  expect({ code, ...countsIn(output) }).toEqual({ code: 0, pass: 9, fail: 0 });
}, 60_000);

test('the class has its name in every form', async () => {
  await given({ 'package.json': MANIFEST });
  const { stdout } = await run('new prompt release-notes --json');
  expect(JSON.parse(stdout)).toEqual({
    ok: true,
    data: {
      kind: 'prompt',
      className: 'ReleaseNotes',
      file: 'release-notes',
      wire: 'release_notes',
      files: ['src/prompts/release-notes.ts', 'test/release-notes.test.ts'],
      registration: { by: 'hand', importLine: "import { ReleaseNotes } from './src/prompts/release-notes.js';" },
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
])('%s is the class %s in %s.ts, and %s on the wire', async (name, className, file, wire) => {
  await given({ 'package.json': MANIFEST });
  const { data } = JSON.parse((await run(`new prompt ${name} --json`)).stdout);
  expect(data).toMatchObject({ className, file, wire });
});

test.each(['42', 'été', 'a/b', '../x', `x${'y'.repeat(128)}`, 'prompt', 'arg', 'string'])(
  'the name %s is refused, and nothing is written',
  async (name) => {
    await given({ 'package.json': MANIFEST });
    const { code, stdout } = await run(`new prompt ${name} --json`);
    expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({ ended: 2, code: 'name-refused' });
    expect(await readdir(folder.path)).toEqual(['package.json']);
  },
);

test('what is there is not overwritten, and nothing is written beside it', async () => {
  await given({ 'package.json': MANIFEST, 'test/release-notes.test.ts': '// mine' });
  const { code, stderr } = await run('new prompt release-notes');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error test/release-notes.test.ts is there already, and nothing was written [file-exists]
fix Choose another name, or remove the file
`,
  });
  expect(await readdir(folder.path)).toEqual(['package.json', 'test']);
  expect(await read('test/release-notes.test.ts')).toBe('// mine');
});

test('a class of that name elsewhere is named', async () => {
  await given({
    'package.json': MANIFEST,
    'src/desk/notes.ts': "@Prompt({ description: 'Notes' })\nexport class ReleaseNotes {}\n",
  });
  const { code, stdout } = await run('new prompt release-notes --json');
  expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({
    ended: 1,
    code: 'name-taken',
    summary: 'There is a prompt release_notes already',
    where: { path: 'src/desk/notes.ts' },
  });
});

test('files go where most classes of their kind are, and tests where tests are', async () => {
  const prompt = (name: string) => `@Prompt({ description: 'x' })\nexport class ${name} {}\n`;
  await given({
    'package.json': MANIFEST,
    'lib/ask/a.ts': prompt('A'),
    'lib/ask/b.ts': prompt('B'),
    'lib/other/c.ts': prompt('C'),
    'lib/ask/a.spec.ts': "import { test } from 'vitest';\nimport { A } from './a';\n",
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
])('where the config serves %j and has no tool, the first is %s', async (served, path) => {
  const calls = served.map((each) => `...(await definitionsIn('./${each}')),`);
  await given({ 'package.json': MANIFEST, 'cuecard.config.ts': calls.join('\n') });
  const { data } = JSON.parse((await run('new tool count-words --json')).stdout);
  expect(data.files[0]).toBe(path);
});

test.each([
  ['tests/prompts/a.test.ts', 'tests/release-notes.test.ts'],
  ['src/__tests__/a.test.ts', 'src/__tests__/release-notes.test.ts'],
  ['spec/a.spec.ts', 'spec/release-notes.spec.ts'],
  ['checks/a.test.ts', 'checks/release-notes.test.ts'],
])('where a test is %s, a new one is %s', async (present, added) => {
  await given({ 'package.json': MANIFEST, [present]: '' });
  const { data } = JSON.parse((await run('new prompt release-notes --json')).stdout);
  expect(data.files).toEqual(['src/prompts/release-notes.ts', added]);
});

test.each([
  ['what the other tests import', { 'test/a.test.ts': "import { test } from 'vitest';" }, {}, 'vitest'],
  ['the script of the tests', {}, { scripts: { test: 'tsc && jest' } }, '@jest/globals'],
  ['what is installed', {}, { devDependencies: { vitest: '4' } }, 'vitest'],
  ['Node, where nothing tells', {}, {}, 'node:test'],
])('the runner of the tests is that of %s', async (_what, files, manifest, module) => {
  await given({ 'package.json': JSON.stringify({ name: 'desk', type: 'module', ...manifest }), ...files });
  await run('new tool count-words');
  expect(await read('test/count-words.test.ts')).toContain(`import { test } from '${module}';`);
});

test('with the globals of Jest, a test imports none', async () => {
  const devDependencies = { jest: '30', '@types/jest': '30' };
  await given({ 'package.json': JSON.stringify({ name: 'desk', devDependencies }) });
  await run('new prompt release-notes');
  expect(await read('test/release-notes.test.ts')).toMatch(/^import \{ [^}]+ \} from '@cuecard\/testing';\n/);
});

const COMMONJS = {
  'package.json': `{
  "name": "desk",
  "type": "commonjs",
  "scripts": { "test": "tsc && cd dist && node --test" },
  "devDependencies": { "@cuecard/testing": "*" }
}`,
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "types": ["node"],
    "strict": true,
    "skipLibCheck": true,
    "experimentalDecorators": true,
    "emitDecoratorMetadata": true,
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["src", "test"]
}`,
};

test('a CommonJS project gets what it can compile and run', async () => {
  await given(COMMONJS);
  for (const kind of ['prompt', 'tool', 'resource']) await run(`new ${kind} my-${kind}s`);
  expect(await read('test/my-tools.test.ts')).toContain("from '../src/tools/my-tools';");
  await linkPackages(folder.path);
  const { code, output } = await runTests(folder.path);
  expect({ code, ...countsIn(output) }).toEqual({ code: 0, pass: 5, fail: 0 });
}, 60_000);

test('where the config lists classes, the lines to add are named', async () => {
  await given({
    'package.json': MANIFEST,
    'src/prompts/code-review.ts': "@Prompt({ description: 'x' })\nexport class CodeReview {}\n",
    'cuecard.config.ts': `import { CodeReview } from './src/prompts/code-review.js';

export default defineConfig(({ logger }) => ({
  ...identity,
  runtime: new Runtime({ prompts: [CodeReview], logger }),
}));
`,
  });
  expect((await run('new prompt release-notes')).stdout).toBe(`created src/prompts/release-notes.ts
created test/release-notes.test.ts

ReleaseNotes is the prompt release_notes. To serve it, change cuecard.config.ts:
  import { ReleaseNotes } from './src/prompts/release-notes.js';
  and in line 5, add ReleaseNotes to prompts
Next: write what it is for, and run npm test
`);
});

test('where a module of Nest provides the classes, the lines to add are named', async () => {
  await run('new project . --container nest');
  const { data } = JSON.parse((await run('new tool count-words --json')).stdout);
  const module = await read('src/app.module.ts');
  expect(data.registration).toEqual({
    by: 'list',
    file: 'src/app.module.ts',
    line: module.split('\n').findIndex((line) => line.includes('providers')) + 1,
    list: 'providers',
    importLine: "import { CountWords } from './tools/count-words.js';",
  });
});

test('a project without the testing kit is told of it', async () => {
  await given({ 'package.json': '{ "name": "desk" }', 'yarn.lock': '' });
  const { stdout } = await run('new prompt release-notes');
  expect(stdout).toContain('\nIts test needs the testing kit: yarn add -D @cuecard/testing\n');
});

test('outside a project there is nothing to add to', async () => {
  const { code, stdout } = await run('new prompt release-notes --json');
  expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({ ended: 2, code: 'project-missing' });
  expect(await readdir(folder.path)).toEqual([]);
});

test('a package.json that is no JSON is named', async () => {
  await given({ 'package.json': '{', 'src/a.ts': '' });
  const { code, stdout } = await cuecard(['new', 'tool', 'x', '--json'], { folder: join(folder.path, 'src') });
  expect({ ended: code, ...JSON.parse(stdout) }).toMatchObject({
    ended: 3,
    code: 'manifest-unreadable',
    where: { path: '../package.json' },
  });
});

test('in a terminal, the name is asked for', async () => {
  await given({ 'package.json': MANIFEST });
  const typed = [['What is the tool called?', 'count words\r']] as const;
  const { code } = await cuecard(['new', 'tool'], { folder: folder.path, typed });
  expect({ code, files: await readdir(join(folder.path, 'src/tools')) }).toEqual({
    code: 0,
    files: ['count-words.ts'],
  });
});
