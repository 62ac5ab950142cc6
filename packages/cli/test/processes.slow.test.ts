/** @slow takes more than a second: starts `cuecard dev` and `cuecard serve` as processes */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevProcess } from './support/dev-process.ts';
import { Listener } from './support/heard.ts';
import { Output } from './support/output.ts';
import { ProjectFolder } from './support/project-folder.ts';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

let project: ProjectFolder;
afterEach(async () => {
  await DevProcess.stopAll();
  project.remove();
});

const NOISY = `console.log('loaded');
process.stdout.write('written');
export const greeting = () => {
  console.log('rendered');
  return 'Hello';
};
`;

test('cuecard get writes only its result to stdout', () => {
  const wording = "console.log('loaded');\nexport const greeting = () => (console.log('rendered'), 'Hello');\n";
  project = new ProjectFolder({ ...DESK, 'src/wording.ts': wording, 'src/prompts/hello.ts': greeting('hello') });
  const got = spawnSync(process.execPath, [CUECARD, 'get', 'hello', '--json'], { cwd: project.path, encoding: 'utf8' });
  expect(JSON.parse(got.stdout)).toMatchObject({ ok: true });
  expect(got.stderr).toMatch(/^loaded\nrendered\n/);
});

describe('cuecard dev', () => {
  test('serves edits over stdio and writes only the protocol to stdout', async () => {
    project = new ProjectFolder({ ...DESK, 'src/wording.ts': NOISY, 'src/prompts/hello.ts': greeting('hello') });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CUECARD, 'dev', '--stdio'],
      cwd: project.path,
      stderr: 'pipe',
    });
    const problems: unknown[] = [];
    let changes = 0;
    let onChange = () => {};
    const changed = new Promise<void>((resolve) => (onChange = resolve));
    const client = new Client(
      { name: 'client', version: '1.0.0' },
      {
        versionNegotiation: { mode: 'legacy' },
        listChanged: {
          prompts: {
            autoRefresh: false,
            debounceMs: 0,
            onChanged: () => {
              changes += 1;
              onChange();
            },
          },
        },
      },
    );
    client.onerror = (error) => problems.push(error);
    const stderr = new Output();
    transport.stderr?.on('data', (chunk) => stderr.add(chunk));
    await client.connect(transport);
    const described = async () => (await client.listPrompts()).prompts.map(({ description }) => description);
    expect(await described()).toEqual(['Greets']);
    await client.getPrompt({ name: 'hello', arguments: {} });
    await stderr.match(/^loaded\nwritten[^]*ready in[^]*rendered\n/); // The output arrives through another pipe than the response.
    project.write({ 'src/prompts/hello.ts': greeting('hello', { description: 'Greets again' }) });
    await changed;
    project.write({ 'src/prompts/hello.ts': 'export class {' });
    await stderr.match(/syntax-error/);
    expect([await described(), changes, problems]).toEqual([['Greets again'], 1, []]);
    await client.close();
  });

  test('logs an uncaught error of the project and keeps running', async () => {
    const stray = greeting('hello').replace(
      '    return `',
      "    setTimeout(() => { throw new Error('astray'); });\n    void Promise.reject(new Error('lost'));\n    return `",
    );
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': stray });
    const dev = new DevProcess(project.path);
    const listener = await Listener.of(await dev.url());
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await dev.says(/an uncaught error\nError: lost/);
    await dev.says(/an uncaught error\nError: astray/);
    expect(await listener.text('hello')).toBe('Hi you (Hello 2)');
    await listener.close();
  });

  test('reports that the project has ended the process', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const dev = new DevProcess(project.path);
    await dev.url();
    project.write({ 'src/prompts/hello.ts': 'process.exit(7);' });
    expect([await dev.exitCode(), dev.said.split('\n').at(-2)]).toEqual([
      7,
      'error The project called process.exit(7)',
    ]);
  });

  test('keeps running when stderr is closed', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const dev = new DevProcess(project.path);
    const listener = await Listener.of(await dev.url());
    dev.process.stderr?.destroy();
    for (const edit of [1, 2, 3]) {
      project.write({ 'src/prompts/hello.ts': greeting('hello', { description: `Greets ${edit}` }) });
      expect(await listener.hears(edit)).toBe(edit);
    }
    await listener.close();
  });
});

describe('cuecard serve', () => {
  test('closes its connections and exits with 0 on SIGTERM', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const served = new DevProcess(project.path, ['--http', '--port', '0'], 'serve');
    const listener = await Listener.of(await served.url());
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await listener.close();
    served.process.kill('SIGTERM');
    expect([await served.exitCode(), served.said.trimEnd().split('\n').at(-1)]).toEqual([0, 'Terminated']);
  });

  test('serves the client that has started it over stdio', async () => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
    const client = new Client({ name: 'client', version: '1.0.0' });
    const args = [CUECARD, 'serve', '--stdio', '--config', `${project.path}/cuecard.config.ts`];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['hello']);
    await client.close();
  });
});
