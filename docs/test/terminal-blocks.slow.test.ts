/** @slow takes more than a second: runs five commands and `cuecard dev` as processes */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const CLI = fileURLToPath(new URL('../../packages/cli', import.meta.url));
const COMMAND = join(CLI, 'dist/cuecard.js');
const PROMPT = 'src/prompts/code-review.ts';

let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuecard-blocks-'));
  project = join(folder, 'desk');
  await run(folder, 'new', 'project', 'desk', '--container', 'tsyringe');
  await linkPackages();
  await run(project, 'manifest');
});

afterAll(() => rm(folder, { recursive: true }));

describe('docs', () => {
  test('shows the output of `cuecard get`', async () => {
    const { output } = await run(project, 'get', 'code_review', 'code=let total = 1;', 'language=typescript');
    expect(normalize(output)).toBe(await blockOf('command-line.md', 'cuecard get'));
  });

  test('shows the output of `cuecard check`', async () => {
    await edit('untrusted(code)', 'code');
    const { output } = await run(project, 'check');
    await edit('{code}', '{untrusted(code)}');
    expect(normalize(output)).toBe(await blockOf('check.md', 'cuecard check'));
  });

  test('shows the output of `cuecard diff`', async () => {
    await edit(", 'go'", '');
    const { output } = await run(project, 'diff');
    await edit("'python'", "'python', 'go'");
    expect(normalize(output)).toBe(await blockOf('contract.md', 'cuecard diff'));
  });

  test('shows the output of `cuecard dev` over three edits', async () => {
    const dev = spawn(process.execPath, [COMMAND, 'dev', '--port', '0'], { cwd: project });
    const output = outputOf(dev);
    try {
      await output.until(/does not check types/);
      await edit('some code', 'your code');
      await output.until(/reloaded/);
      await edit('code!: string', 'code!: Map<string, string>');
      await output.until(/until this is fixed/);
      await edit('code!: Map<string, string>', 'code!: string');
      await output.until(/fixed[^]*reloaded.*\n/);
      expect(normalize(output.text)).toBe(await blockOf('developing.md', 'cuecard dev'));
    } finally {
      dev.kill();
    }
  });
});

/** Returns the text block below a comment such as `<!-- output of cuecard check -->`. */
async function blockOf(page: string, command: string): Promise<string | undefined> {
  const text = await readFile(new URL(`../${page}`, import.meta.url), 'utf8');
  const [, block] = new RegExp(`<!-- output of ${command} -->\\n+\`\`\`text\\n([^]*?)\\n\`\`\``).exec(text) ?? [];
  return block;
}

/** Replaces values that differ between runs by the values on the pages. */
function normalize(output: string): string {
  return output
    .replaceAll(/untrusted-[\da-f]{20}/g, 'untrusted-b366721ceb2615fdd67c')
    .replaceAll(/#token=[\w-]+/g, '#token=…')
    .replaceAll(/(?<=ready in )\d+(?= ms)/g, '131')
    .replaceAll(/(?<=, )\d+(?= ms)/g, '19')
    .replaceAll(/(?<=(?:localhost|127\.0\.0\.1):)\d+/g, '3917')
    .trim();
}

function run(cwd: string, ...args: string[]): Promise<{ output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd }, (_, stdout, stderr) => {
      resolve({ output: `${stdout}${stderr}` });
    });
  });
}

async function edit(from: string, to: string): Promise<void> {
  const file = join(project, PROMPT);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

async function linkPackages(): Promise<void> {
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@cuecard'), { recursive: true });
  const names = await readdir(join(CLI, 'node_modules'));
  const own = (await readdir(join(CLI, 'node_modules/@cuecard'))).map((name) => `@cuecard/${name}`);
  const others = names.filter((name) => name !== '@cuecard' && !name.startsWith('.'));
  for (const name of [...others, ...own]) await symlink(join(CLI, 'node_modules', name), join(modules, name));
  await symlink(CLI, join(modules, '@cuecard/cli'));
}

function outputOf({ stdout, stderr }: ChildProcess) {
  let text = '';
  let check = () => {};
  for (const stream of [stdout, stderr])
    stream?.on('data', (chunk) => {
      text += String(chunk);
      check();
    });
  return {
    get text() {
      return text;
    },
    until: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        check = () => void (pattern.test(text) && resolve());
        check();
      }),
  };
}
