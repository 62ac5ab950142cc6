import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevProcess } from './support/dev-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
});
afterEach(async () => {
  await DevProcess.stopAll();
  project.remove();
});

test.each([
  ['SIGTERM', 'Terminated', 0],
  ['SIGINT', 'Interrupted', 130],
] as const)('serve answers over HTTP, without a page, until %s, and says "%s"', async (signal, said, code) => {
  const served = new DevProcess(project.path, ['--http', '--port', '0'], 'serve');
  const url = await served.url();
  const listener = await Listener.of(url);
  expect([await listener.text('hello'), (await fetch(new URL('/', url))).status]).toEqual(['Hi you (Hello 1)', 404]);
  await listener.close();
  served.process.kill(signal);
  expect([await served.exitCode(), served.said.trimEnd().split('\n').at(-1)]).toEqual([code, said]);
});

test('serve has the playground where it is asked for', async () => {
  const served = new DevProcess(project.path, ['--port', '0', '--playground'], 'serve');
  const [, page = ''] = await served.says(/Playground +(\S+)/);
  const response = await fetch(page);
  expect([response.status, response.headers.get('content-type'), new URL(page).hash.startsWith('#token=')]).toEqual([
    200,
    'text/html; charset=utf-8',
    true,
  ]);
});

test('serve answers the client that has started it', async () => {
  const client = new Client({ name: 'client', version: '1.0.0' });
  const args = [CUECARD, 'serve', '--stdio', '--config', `${project.path}/cuecard.config.ts`];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['hello']);
  await client.close();
});
