import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevProcess } from './support/dev-process.ts';
import { ProjectFolder } from './support/project-folder.ts';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

let project: ProjectFolder;
afterEach(() => project.remove());

const NOISY = `console.log('loaded');
process.stdout.write('written');
export const greeting = () => {
  console.log('rendered');
  return 'Hello';
};
`;

test('over stdio, an edit is served, and nothing but the protocol is on stdout', async () => {
  project = new ProjectFolder({ ...DESK, 'src/wording.ts': NOISY, 'src/prompts/hello.ts': greeting('hello') });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CUECARD, 'dev', '--stdio'],
    cwd: project.path,
    stderr: 'pipe',
  });
  const problems: unknown[] = [];
  const heard = { changed: 0 };
  const client = new Client(
    { name: 'client', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'legacy' },
      listChanged: { prompts: { autoRefresh: false, debounceMs: 0, onChanged: () => (heard.changed += 1) } },
    },
  );
  client.onerror = (error) => problems.push(error);
  let said = '';
  transport.stderr?.on('data', (chunk) => (said += String(chunk)));
  await client.connect(transport);
  const described = async () => (await client.listPrompts()).prompts.map(({ description }) => description);
  const waits = async (is: () => boolean) => {
    for (let left = 200; left > 0 && !is(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 25));
  };
  expect(await described()).toEqual(['Greets']);
  await client.getPrompt({ name: 'hello', arguments: {} });
  await waits(() => said.includes('ready in'));
  expect(said).toMatch(/loaded\nwritten[^]*rendered\n/);
  project.write({ 'src/prompts/hello.ts': greeting('hello', { description: 'Greets anew' }) });
  await waits(() => heard.changed > 0);
  project.write({ 'src/prompts/hello.ts': 'export class {' });
  await waits(() => said.includes('syntax-error'));
  expect([await described(), heard.changed, problems]).toEqual([['Greets anew'], 1, []]);
  await client.close();
});

test('another free port is taken where the usual one is not, and a port that is asked for is not exchanged', async () => {
  project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()));
  const { port } = other.address() as { readonly port: number };
  const dev = new DevProcess(project.path, ['--port', String(port)]);
  await dev.says(new RegExp(`error Port ${port} is in use \\[port-unavailable\\]`));
  const wrong = new DevProcess(project.path, ['--port', 'many']);
  await wrong.says(/error "many" is not a port \[port-invalid\]/);
  expect([await dev.exitCode(), await wrong.exitCode()]).toEqual([1, 2]);
  other.close();
});

test('a folder without a config, or with one that is none, is told what is missing', async () => {
  project = new ProjectFolder({});
  const none = new DevProcess(project.path);
  await none.says(/error There is no cuecard.config.ts here or in a folder above \[config-missing\]/);
  expect(await none.exitCode()).toBe(3);
});
