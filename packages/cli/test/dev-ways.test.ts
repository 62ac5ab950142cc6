import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, test } from '@jest/globals';
import { cuecard } from './support/cuecard.ts';
import { DESK, greeting } from './support/desk.ts';
import { DevProcess } from './support/dev-process.ts';
import { Listener } from './support/heard.ts';
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
  await waits(() => said.includes('ready in') && said.includes('rendered\n')); // They come by another pipe.
  expect(said).toMatch(/^loaded\nwritten[^]*rendered\n/);
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

test('an error that nothing of the project catches is logged, and does not end it', async () => {
  const stray = greeting('hello').replace(
    '    return `',
    "    setTimeout(() => { throw new Error('astray'); });\n    void Promise.reject(new Error('lost'));\n    return `",
  );
  project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': stray });
  const dev = new DevProcess(project.path);
  const listener = await Listener.of(await dev.url());
  expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
  await dev.says(/nothing catches Error: lost/);
  await dev.says(/nothing catches Error: astray/);
  expect(await listener.text('hello')).toBe('Hi you (Hello 2)');
  await listener.close();
  await dev.stop();
});

test('an edit of CommonJS that Node has loaded is warned of, for it stays as it was', async () => {
  const wording = `import words from '../words.cjs';\nexport const greeting = words.greeting;\n`;
  project = new ProjectFolder({
    ...DESK,
    'words.cjs': `module.exports = { greeting: require('./more.cjs').greeting };`,
    'more.cjs': `module.exports = { greeting: () => 'Hello' };`,
    'src/wording.ts': wording,
    'src/prompts/hello.ts': greeting('hello'),
  });
  const dev = new DevProcess(project.path);
  await dev.url();
  const [warning] = await dev.sayingAfter(/warning .*/, () =>
    project.write({ 'more.cjs': `module.exports = { greeting: () => 'Good day' };` }),
  );
  expect(warning).toBe(
    'warning more.cjs is CommonJS, which Node loads once: end dev and start it again to see the change',
  );
});

test('a project that ends the process is named', async () => {
  project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
  const dev = new DevProcess(project.path);
  await dev.url();
  project.write({ 'src/prompts/hello.ts': 'process.exit(7);' });
  expect([await dev.exitCode(), dev.said.split('\n').at(-2)]).toEqual([
    7,
    'error The project has ended the process, with process.exit(7)',
  ]);
});

test('a folder of definitions that is not there yet is warned of, and served once it is', async () => {
  project = new ProjectFolder(DESK);
  const dev = new DevProcess(project.path);
  const listener = await Listener.of(await dev.url());
  expect([dev.said.split('\n')[0], await listener.names()]).toEqual([
    'warning There is no folder src/prompts to find definitions in',
    [],
  ]);
  project.write({ 'src/prompts/hello.ts': greeting('hello') });
  expect([await listener.hears(1), await listener.names()]).toEqual([1, ['hello']]);
  await listener.close();
});

test('a config that imports something on demand from a file that stays is called again', async () => {
  const config = (DESK['cuecard.config.ts'] ?? '').replace(
    'export default defineConfig(async ({ definitionsIn, logger }) => ({',
    "import { wordOf } from './src/lazy.js';\nexport default defineConfig(async ({ definitionsIn, logger }) => ({\n  title: await wordOf('one'),",
  );
  project = new ProjectFolder({
    ...DESK,
    'cuecard.config.ts': config,
    'src/lazy.ts': 'export const wordOf = async (name: string) => (await import(`./words/${name}.js`)).word as string;',
    'src/words/one.ts': "export const word = 'One';",
    'src/words/two.ts': "export const word = 'Two';",
    'src/prompts/hello.ts': greeting('hello'),
  });
  const dev = new DevProcess(project.path);
  await dev.says(/One 1.0.0/);
  await dev.sayingAfter(/reloaded/, () => project.write({ 'cuecard.config.ts': config.replace("'one'", "'two'") }));
  expect(dev.said).toContain('warning The name, the version and `http` of the config count from the next start');
  await dev.stop();
});

test('the screen has at most 24 lines, and keys: c copies the endpoint, q quits', async () => {
  const prompts = Array.from({ length: 30 }, (_, index) => `hello_${index}`);
  const files = prompts.map((name) => [`src/prompts/${name}.ts`, greeting(name)] as const);
  project = new ProjectFolder({ ...DESK, ...Object.fromEntries(files) });
  const { code, stdout, stderr } = await cuecard(['dev', '--port', '0'], {
    folder: project.path,
    env: { SSH_TTY: '/dev/pts/0' }, // Where nothing is put on the clipboard of whoever runs this.
    typed: [
      ['q quit', 'c'],
      ['Copied', 'q'],
    ],
  });
  const [screen = '', copied] = stderr.split(/\n(?=Copied)/);
  expect([code, stdout, screen.split('\n').length <= 24, screen.split('\n').at(-1), copied]).toEqual([
    0,
    '',
    true,
    'o open the playground · c copy the endpoint · r restart · q quit',
    `Copied ${/Endpoint +(\S+)/.exec(screen)?.[1]}\n`,
  ]);
});
