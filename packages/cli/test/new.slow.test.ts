/** @slow takes more than a second: compiles and tests new projects with tsc */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';
import { linkPackages } from './support/linked-packages.ts';
import { Output } from './support/output.ts';
import { countsIn, runTests } from './support/script.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;
beforeEach(async () => {
  folder = await emptyFolder();
});
afterEach(() => folder.remove());

const run = (argv: string, below = '.') => cuecard(argv.split(' '), { folder: join(folder.path, below) });
const read = (file: string) => readFile(join(folder.path, file), 'utf8');

const CREATE = fileURLToPath(new URL('../../create-cuecard/bin/create-cuecard.js', import.meta.url));
const INSTALLED = 'node_modules/@cuecard/cli/dist/cuecard.js';

test('create-cuecard shows how npm starts it', () => {
  const { stdout } = spawnSync(process.execPath, [CREATE, '--help'], { encoding: 'utf8' });
  const [first] = stdout.split('\n');
  expect(first).toBe('Usage: npm create cuecard@latest <folder> -- [options]');
});

/** Returns the review that an official client gets of the project as `npm start` serves it. */
async function reviewBy(project: string): Promise<string> {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const server = spawn(process.execPath, [INSTALLED, 'dev', '--port', '0'], { cwd: project, env });
  const ended = once(server, 'close');
  try {
    const output = new Output();
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => output.add(chunk));
    void ended.then(() => output.end());
    const [url] = await output.match(/http\S+\/mcp/);
    const client = new Client({ name: 'newcomer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { messages } = await client.getPrompt({ name: 'code_review', arguments: { code: 'let x', language: 'go' } });
    await client.close();
    const content = messages[0]?.content;
    return content?.type === 'text' ? content.text : '';
  } finally {
    server.kill('SIGKILL');
    await ended;
  }
}

/** Writes the files of a project. */
async function prepare(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
}

describe('cuecard new project', () => {
  test.each(['tsyringe', 'nest', 'none'])(
    'creates a project that passes its tests and serves clients: %s',
    async (container) => {
      await run(`new project reviews --container ${container}`);
      const project = join(folder.path, 'reviews');
      await linkPackages(project);
      const { code, output } = await runTests(project);
      expect({ code, ...countsIn(output) }).toEqual({ code: 0, pass: 4, fail: 0 });
      expect(await reviewBy(project)).toMatch(
        /^Review this go by these rules: Prefer small functions\. Name things after what they do\.\n\n<untrusted-.*>let x</,
      );
    },
    60_000,
  );
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

describe('cuecard new', () => {
  test('adds definitions to a new project whose tests pass', async () => {
    await run('new project .');
    await run('new prompt release-notes');
    await run('new tool CountWords', 'src');
    await run('new resource old_texts');
    await linkPackages(folder.path);
    const { code, output } = await runTests(folder.path);
    expect({ code, ...countsIn(output) }).toEqual({ code: 0, pass: 9, fail: 0 });
  }, 60_000);

  test('adds definitions to a CommonJS project whose tests pass', async () => {
    await prepare(COMMONJS);
    for (const kind of ['prompt', 'tool', 'resource']) await run(`new ${kind} my-${kind}s`);
    expect(await read('test/my-tools.test.ts')).toContain("from '../src/tools/my-tools';");
    await linkPackages(folder.path);
    const { code, output } = await runTests(folder.path);
    expect({ code, ...countsIn(output) }).toEqual({ code: 0, pass: 5, fail: 0 });
  }, 60_000);
});
