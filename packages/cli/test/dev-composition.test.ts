import { afterEach, describe, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevInProcess } from './support/dev-in-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { until } from './support/until.ts';

let project: ProjectFolder;
let dev: DevInProcess;
let listener: Listener;

/** A project that lists its prompts by hand, in a file next to the config, with a pack and its own container. */
const COMPOSED: Readonly<Record<string, string>> = {
  ...DESK,
  'cuecard.config.ts': `import { defineConfig } from '@cuecard/cli';
import { openDesk } from '@/desk.js';

export default defineConfig(({ logger }) => ({ name: 'desk', version: '1.0.0', ...openDesk(logger) }));
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2023',
      module: 'NodeNext',
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      paths: { '@/*': ['./src/*'] },
    },
  }),
  'src/desk.ts': `import 'reflect-metadata';
import { appendFileSync } from 'node:fs';
import { definePack, type Logger, mount, Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container as root } from 'tsyringe';
import { Counter } from '@/counter.js';
import { Bye } from './prompts/bye.js';
import { Hello } from './prompts/hello.js';

const note = (text: string) => appendFileSync(new URL('../notes.txt', import.meta.url), text + ';');
note('evaluated');

const PACK = definePack({ name: 'greetings', version: '1.0.0', prompts: [Hello] });

export function openDesk(logger: Logger) {
  note('opened');
  const container = root.createChildContainer();
  container.register(Counter, { useValue: new Counter() });
  const runtime = new Runtime({ prompts: [mount(PACK, { prefix: 'web' }), Bye], resolver: fromContainer(container), logger });
  return { runtime, close: () => note('closed') };
}
`,
  'src/counter.ts': DESK['src/counter.ts']?.replace('@singleton()\n', '').replace(/import.*\n\n/, '') ?? '',
  'src/prompts/hello.ts': greeting('hello'),
  'src/prompts/bye.ts': greeting('bye'),
  'notes.txt': '',
};

async function begin(files: Readonly<Record<string, string>>): Promise<void> {
  project = new ProjectFolder(files);
  dev = new DevInProcess(project.path);
  listener = await Listener.of(await dev.url());
}

afterEach(async () => {
  await listener?.close();
  await DevInProcess.stopAll();
  project.remove();
});

const edit = (files: Readonly<Record<string, string>>) => dev.sayingAfter(/reloaded/, () => project.write(files));

describe('cuecard dev with a hand-written list of prompts', () => {
  test('calls the config again after each edit, and then closes what the former call opened', async () => {
    await begin(COMPOSED);
    const { sessionId } = listener.transport;
    expect([await listener.names(), await listener.text('web_hello')]).toEqual([
      ['bye', 'web_hello'],
      'Hi you (Hello 1)',
    ]);
    await edit({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }) });
    expect([await listener.text('web_hello'), await listener.text('bye')]).toEqual([
      'Welcome you (Hello 1)',
      'Hi you (Hello 2)',
    ]);
    await edit({ 'src/desk.ts': COMPOSED['src/desk.ts']?.replace("prefix: 'web'", "prefix: 'shop'") ?? '' });
    expect([await listener.hears(1), await listener.names()]).toEqual([1, ['bye', 'shop_hello']]);
    expect(await listener.text('shop_hello')).toBe('Welcome you (Hello 1)');
    await until(() => project.read('notes.txt').endsWith('closed;'));
    expect(project.read('notes.txt')).toBe('evaluated;opened;evaluated;opened;closed;evaluated;opened;closed;');
    expect(listener.transport.sessionId).toBe(sessionId);
  });

  test('keeps the last good config if the new one throws', async () => {
    await begin(COMPOSED);
    const { length } = dev.said;
    const faulty = COMPOSED['src/desk.ts']?.replace("note('opened');", "throw new Error('no database');") ?? '';
    await dev.sayingAfter(/Serving the last working version/, () => project.write({ 'src/desk.ts': faulty }));
    expect(dev.said.slice(length)).toContain('error no database [project-throws]');
    expect(await listener.text('bye')).toBe('Hi you (Hello 1)');
    expect(project.read('notes.txt')).toBe('evaluated;opened;evaluated;');
  });

  test('reruns the config when a service that it registers is edited', async () => {
    await begin(COMPOSED);
    expect(await listener.text('bye')).toBe('Hi you (Hello 1)');
    await edit({ 'src/counter.ts': COMPOSED['src/counter.ts']?.replace('+= 1', '+= 10') ?? '' });
    expect([await listener.text('bye'), await listener.text('web_hello')]).toEqual([
      'Hi you (Hello 10)',
      'Hi you (Hello 20)',
    ]);
    await until(() => project.read('notes.txt').endsWith('closed;')); // The config is closed when the last call has ended.
  });

  test('does not serve a prompt that is not listed', async () => {
    await begin(COMPOSED);
    await edit({ 'src/prompts/hello.ts': `${greeting('hello')}${greeting('other').replace(/import.*\n/g, '')}` });
    expect(await listener.names()).toEqual(['bye', 'web_hello']);
  });

  test('reports the import of a prompt that is no longer exported', async () => {
    await begin(COMPOSED);
    const { length } = dev.said;
    await dev.sayingAfter(/Serving the last working version/, () =>
      project.write({
        'src/prompts/hello.ts': greeting('hello').replace(
          'export class Hello implements',
          'export class Welcome implements',
        ),
      }),
    );
    expect(dev.said.slice(length)).toContain('src/desk.ts:8:10');
    expect(await listener.names()).toEqual(['bye', 'web_hello']);
  });
});

/** A module of Nest, with two prompts that share a service. */
const NEST: Readonly<Record<string, string>> = {
  'cuecard.config.ts': `import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './src/app.module.js';

export default defineConfig(async () => {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'], abortOnError: false });
  return { name: 'desk', version: '1.0.0', runtime: app.get(Runtime), close: () => app.close() };
});
`,
  'src/app.module.ts': `import { appendFileSync } from 'node:fs';
import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { Counter } from './counter.js';
import { Bye } from './prompts/bye.js';
import { Hello } from './prompts/hello.js';

@Module({
  imports: [CuecardModule.forRoot({ name: 'desk', version: '1.0.0' })],
  providers: [Counter, Hello, Bye],
})
export class AppModule {
  onApplicationShutdown() {
    appendFileSync(new URL('../notes.txt', import.meta.url), 'closed;');
  }
}
`,
  'src/counter.ts': DESK['src/counter.ts']?.replace('@singleton()\n', '').replace(/import.*\n\n/, '') ?? '',
  'src/wording.ts': DESK['src/wording.ts'] ?? '',
  'src/prompts/hello.ts': greeting('hello'),
  'src/prompts/bye.ts': greeting('bye'),
};

describe('cuecard dev with Nest', () => {
  test('recreates the application after each edit, and closes the former one', async () => {
    await begin({ ...NEST, 'notes.txt': '' });
    expect([await listener.text('hello'), await listener.text('bye')]).toEqual([
      'Hi you (Hello 1)',
      'Hi you (Hello 2)',
    ]);
    await edit({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }) });
    expect([await listener.text('hello'), await listener.text('bye')]).toEqual([
      'Welcome you (Hello 1)',
      'Hi you (Hello 2)',
    ]);
    await edit({ 'src/counter.ts': NEST['src/counter.ts']?.replace('+= 1', '+= 10') ?? '' });
    expect([await listener.text('hello'), await listener.text('bye')]).toEqual([
      'Welcome you (Hello 10)',
      'Hi you (Hello 20)',
    ]);
    await until(() => project.read('notes.txt') === 'closed;closed;');
  });
});

describe('cuecard dev after an edit of the tsconfig', () => {
  const config = (greetings: string) =>
    JSON.stringify({
      compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true, paths: { '@/*': [greetings] } },
    });

  test.each(['tsconfig.json', 'tsconfig.base.json'])('compiles all files by %s as it is now', async (edited) => {
    await begin({
      ...DESK,
      'tsconfig.json': '{ "extends": "./tsconfig.base" } // Everything is in the base.',
      'tsconfig.base.json': config('./src/*'),
      'other/wording.ts': "export const greeting = () => 'Salut';",
      'src/prompts/hello.ts': greeting('hello').replace('../wording.js', '@/wording.js'),
    });
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await edit({ [edited]: config('./other/*') });
    expect(await listener.text('hello')).toBe('Hi you (Salut 1)');
  });

  test('serves the last working version while a tsconfig is invalid', async () => {
    await begin({ ...DESK, 'tsconfig.json': config('./src/*'), 'src/prompts/hello.ts': greeting('hello') });
    await dev.sayingAfter(/tsconfig-invalid\]\ntsconfig.json:1:22[^]*Serving the last working version/, () =>
      project.write({ 'tsconfig.json': '{ "compilerOptions": }' }),
    );
    await dev.sayingAfter(/tsconfig-invalid/, () =>
      project.write({ 'src/wording.ts': "export const greeting = () => 'Salut';" }),
    );
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await edit({ 'tsconfig.json': config('./src/*') });
    expect(await listener.text('hello')).toBe('Hi you (Salut 1)');
  });
});

describe('cuecard dev', () => {
  test.each([
    ['src/prompts/hello.ts', 'export class {', greeting('hello')],
    ['tsconfig.json', '{', '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }'],
  ])('waits for an edit if %s cannot be loaded', async (file, faulty, good) => {
    project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello'), [file]: faulty });
    dev = new DevInProcess(project.path);
    await dev.says(/(?:syntax-error|tsconfig-invalid)[^]*Waiting for a change/);
    project.write({ [file]: good });
    listener = await Listener.of(await dev.url());
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
  });

  test('reloads a CommonJS project', async () => {
    await begin({
      ...DESK,
      'package.json': '{ "name": "desk" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'ES2021',
          module: 'CommonJS',
          esModuleInterop: true,
          strict: true,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
        },
      }),
      'src/prompts/hello.ts': greeting('hello').replaceAll(".js'", "'"),
    });
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await edit({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }).replaceAll(".js'", "'") });
    expect(await listener.text('hello')).toBe('Welcome you (Hello 2)');
  });

  test('warns that edited CommonJS that Node has loaded needs a restart', async () => {
    const wording = `import words from '../words.cjs';\nexport const greeting = words.greeting;\n`;
    project = new ProjectFolder({
      ...DESK,
      'words.cjs': `module.exports = { greeting: require('./more.cjs').greeting };`,
      'more.cjs': `module.exports = { greeting: () => 'Hello' };`,
      'src/wording.ts': wording,
      'src/prompts/hello.ts': greeting('hello'),
    });
    dev = new DevInProcess(project.path);
    await dev.url();
    const [warning] = await dev.sayingAfter(/warning .*/, () =>
      project.write({ 'more.cjs': `module.exports = { greeting: () => 'Good day' };` }),
    );
    expect(warning).toBe(
      'warning more.cjs is a CommonJS file, which Node loads only once: restart dev to apply the change',
    );
  });

  test('warns of a missing definitions folder, and serves it once created', async () => {
    project = new ProjectFolder(DESK);
    dev = new DevInProcess(project.path);
    listener = await Listener.of(await dev.url());
    expect([dev.said.split('\n')[0], await listener.names()]).toEqual([
      "warning loadDefinitions('src/prompts') found no definitions: the folder does not exist",
      [],
    ]);
    project.write({ 'src/prompts/hello.ts': greeting('hello') });
    expect([await listener.hears(1), await listener.names()]).toEqual([1, ['hello']]);
  });

  test('reruns a config that imports on demand', async () => {
    const config = (DESK['cuecard.config.ts'] ?? '').replace(
      'export default defineConfig(async ({ loadDefinitions, logger }) => ({',
      "import { wordOf } from './src/lazy.js';\nexport default defineConfig(async ({ loadDefinitions, logger }) => ({\n  title: await wordOf('one'),",
    );
    project = new ProjectFolder({
      ...DESK,
      'cuecard.config.ts': config,
      'src/lazy.ts':
        'export const wordOf = async (name: string) => (await import(`./words/${name}.js`)).word as string;',
      'src/words/one.ts': "export const word = 'One';",
      'src/words/two.ts': "export const word = 'Two';",
      'src/prompts/hello.ts': greeting('hello'),
    });
    dev = new DevInProcess(project.path);
    await dev.says(/One 1.0.0/);
    await dev.sayingAfter(/reloaded/, () => project.write({ 'cuecard.config.ts': config.replace("'one'", "'two'") }));
    expect(dev.said).toContain('warning Restart to apply changes to `name`, `version` and `http` in the config');
  });
});
