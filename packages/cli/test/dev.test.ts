import { type EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevInProcess } from './support/dev-in-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { until } from './support/until.ts';

let project: ProjectFolder;
let dev: DevInProcess;
let listener: Listener;

async function begin(files: Readonly<Record<string, string>>): Promise<void> {
  project = new ProjectFolder({ ...DESK, ...files });
  dev = new DevInProcess(project.path);
  listener = await Listener.of(await dev.url());
}

afterEach(async () => {
  await listener?.close();
  await DevInProcess.stopAll();
  project.remove();
});

/** The lines of a problem, without the code frame. */
const faultOf = (output: string) => /error [^\n]+\n[^\n]+/.exec(output)?.[0].split('\n');

describe('cuecard dev', () => {
  beforeEach(() => begin({ 'src/prompts/hello.ts': greeting('hello') }));

  test('notifies clients of both revisions once and keeps their sessions', async () => {
    const modern = await Listener.of(await dev.url(), 'modern');
    const { sessionId } = listener.transport;
    project.write({ 'src/prompts/hello.ts': greeting('hello', { description: 'Greets somebody' }) });
    expect(await Promise.all([listener.hears(1), modern.hears(1)])).toEqual([1, 1]);
    const described = async ({ client }: Listener) =>
      (await client.listPrompts()).prompts.map((each) => each.description);
    expect([await described(listener), await described(modern)]).toEqual([['Greets somebody'], ['Greets somebody']]);
    expect([typeof sessionId, listener.transport.sessionId]).toEqual(['string', sessionId]);
    await modern.close();
  });

  test('does not notify clients if no list has changed', async () => {
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }) }),
    );
    expect([await listener.text('hello'), await listener.hears(0)]).toEqual(['Welcome you (Hello 1)', 0]);
  });

  test('keeps singletons when a prompt is edited', async () => {
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }) }),
    );
    expect(await listener.text('hello')).toBe('Welcome you (Hello 2)');
  });

  test('serves an edited function without evaluating its callers again', async () => {
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await dev.sayingAfter(/reloaded src\/wording.ts no definition changed/, () =>
      project.write({ 'src/wording.ts': "export const greeting = () => 'Goodbye';" }),
    );
    expect(await listener.text('hello')).toBe('Hi you (Goodbye 2)');
  });

  test('serves replaced, new, renamed and deleted files, and new folders', async () => {
    project.replace('src/prompts/hello.ts', greeting('hello', { description: 'Greets again' }));
    expect(await listener.hears(1)).toBe(1);
    project.write({ 'src/prompts/bye.ts': greeting('bye') });
    expect([await listener.hears(2), await listener.names()]).toEqual([2, ['bye', 'hello']]);
    project.rename('src/prompts/bye.ts', 'src/prompts/farewell.ts');
    await dev.says(/reloaded [^\n]*farewell/);
    expect([await listener.hears(2), await listener.names()]).toEqual([2, ['bye', 'hello']]);
    project.delete('src/prompts/farewell.ts');
    expect([await listener.hears(3), await listener.names()]).toEqual([3, ['hello']]);
    await dev.says(/reloaded src\/prompts\/farewell\.ts prompt bye was removed/);
    project.write({ 'src/prompts/more/deep.ts': greeting('deep').replaceAll("'../", "'../../") });
    expect([await listener.hears(4), await listener.names()]).toEqual([4, ['deep', 'hello']]);
  });

  test('serves 200 files that are added, edited and deleted in few notifications', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `many_${String(index).padStart(3, '0')}`);
    const [former, latter] = [names.slice(0, 100), names.slice(100)];
    const write = (description: string, all: readonly string[]) =>
      project.write(Object.fromEntries(all.map((name) => [`src/prompts/${name}.ts`, greeting(name, { description })])));
    const described = async () => {
      const { prompts } = await listener.client.listPrompts();
      return prompts.map(({ name, description }) => `${name}: ${description}`);
    };
    const hello = 'hello: Greets';
    const isServed = async (expected: readonly string[]) => (await described()).join() === expected.join();
    const added = [hello, ...names.map((name) => `${name}: Added`)];
    write('Added', names);
    await listener.noticesUntil(() => isServed(added));
    const notices = await listener.hears(1);
    const edited = [hello, ...latter.map((name) => `${name}: Edited`)];
    for (const name of former) project.delete(`src/prompts/${name}.ts`);
    write('Edited', latter);
    await listener.noticesUntil(() => isServed(edited));
    expect(await described()).toEqual(edited);
    expect(await listener.hears(notices + 1)).toBeLessThan(20); // Two, unless the machine is slow.
  }, 60_000);

  test('ignores a file that is empty for a moment', async () => {
    project.write({ 'src/prompts/hello.ts': '' });
    await sleep(40);
    project.write({ 'src/prompts/hello.ts': greeting('hello', { description: 'Greets again' }) });
    expect([await listener.hears(1), await listener.names()]).toEqual([1, ['hello']]);
  });

  test('keeps the services of a prompt that is removed and added again', async () => {
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await dev.sayingAfter(/reloaded/, () => project.rename('src/prompts/hello.ts', 'hello.txt'));
    expect([await listener.hears(1), await listener.names()]).toEqual([1, []]);
    await dev.sayingAfter(/reloaded/, () => project.rename('hello.txt', 'src/prompts/hello.ts'));
    expect(await listener.text('hello')).toBe('Hi you (Hello 2)');
  });

  test('serves the formatted version when a formatter rewrites a saved file', async () => {
    for (let round = 0; round < 5; round += 1) {
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: `Saved ${round}` }) });
      await sleep(30);
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: `Formatted ${round}` }) });
      await dev.reloadsUntil(async () => (await listener.text('hello')).startsWith(`Formatted ${round} `));
    }
    expect(await listener.text('hello')).toMatch(/^Formatted 4 you/);
  });

  test('finishes pending requests with the old code', async () => {
    const slow = (word: string) => `import { once } from 'node:events';
import { Prompt, type PromptHandler } from '@cuecard/core';

@Prompt({ name: 'slow', description: 'Takes its time' })
export class Slow implements PromptHandler {
  async render() {
    process.emit('slow-begins');
    await once(process, 'slow-continues');
    return this.word();
  }
  word() {
    return '${word}';
  }
}
`;
    const rendering: EventEmitter = process; // The project runs in this process.
    const ask = async () => {
      const begun = once(rendering, 'slow-begins');
      const text = listener.text('slow');
      await begun;
      return { text };
    };
    await dev.sayingAfter(/reloaded/, () => project.write({ 'src/prompts/slow.ts': slow('old') }));
    const before = await ask();
    await dev.sayingAfter(/reloaded/, () => project.write({ 'src/prompts/slow.ts': slow('new') }));
    const after = await ask();
    rendering.emit('slow-continues');
    expect([await before.text, await after.text]).toEqual(['old', 'new']);
  });

  test('maps the stacks that a project prints to its sources', async () => {
    const stack = "    console.error(new Error('seen').stack);\n";
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('hello').replace('    return `Hi', `${stack}    return \`Hi`) }),
    );
    const printed = jest.spyOn(console, 'error').mockImplementation(() => {});
    await listener.text('hello');
    const lines = printed.mock.calls.map(([text]) => String(text).split('\n').slice(0, 2));
    printed.mockRestore();
    expect(lines).toEqual([
      ['Error: seen', expect.stringMatching(/^ +at Hello\.render \(.*\/src\/prompts\/hello\.ts:15:19\)$/)],
    ]);
  });
});

describe('cuecard dev with a service that is disposable', () => {
  const service = (word: string) => `import { appendFileSync } from 'node:fs';
import { singleton } from 'tsyringe';

@singleton()
export class Counter {
  #count = 0;
  next() {
    return '${word} ' + (this.#count += 1);
  }
  dispose() {
    appendFileSync(new URL('../disposed.txt', import.meta.url), '${word};');
    this.#count = NaN;
  }
}
`;
  const FILES = { 'src/counter.ts': service('first'), 'src/prompts/hello.ts': greeting('hello'), 'disposed.txt': '' };
  const edit = (files: Readonly<Record<string, string>>) => dev.sayingAfter(/reloaded/, () => project.write(files));

  test('disposes of the container that the config made, with its services', async () => {
    const config = DESK['cuecard.config.ts']?.replace(
      'fromContainer(container)',
      'fromContainer(container.createChildContainer())',
    );
    await begin({ ...FILES, 'cuecard.config.ts': config ?? '' });
    expect(await listener.text('hello')).toBe('Hi you (Hello first 1)');
    await edit({ 'src/counter.ts': service('second') });
    expect(await listener.text('hello')).toBe('Hi you (Hello second 1)');
    await edit({ 'src/wording.ts': "export const greeting = () => 'Hey';" });
    expect(await listener.text('hello')).toBe('Hi you (Hey second 1)');
    expect(await listener.text('hello')).toBe('Hi you (Hey second 2)');
    await until(() => project.read('disposed.txt') === 'first;second;');
  });

  test('keeps the services of the global container, which is never disposed of', async () => {
    await begin(FILES);
    expect(await listener.text('hello')).toBe('Hi you (Hello first 1)');
    await edit({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }) });
    expect(await listener.text('hello')).toBe('Welcome you (Hello first 2)');
    expect(project.read('disposed.txt')).toBe('');
  });
});

describe('cuecard dev after a fault', () => {
  beforeEach(() => begin({ 'src/prompts/hello.ts': greeting('hello'), 'src/prompts/bye.ts': greeting('bye') }));

  const FAULTS: readonly [fault: string, file: string, text: string, problem: readonly string[]][] = [
    [
      'a syntax error',
      'src/prompts/hello.ts',
      `${greeting('hello')}\nexport class {`,
      ['error Expected `}` but found `EOF` [syntax-error]', 'src/prompts/hello.ts:19:15'],
    ],
    [
      'a throw',
      'src/prompts/hello.ts',
      `${greeting('hello')}\nthrow new Error('not today');`,
      ['error not today [project-throws]', 'src/prompts/hello.ts:19:7'],
    ],
    [
      'a missing file',
      'src/prompts/hello.ts',
      `import './nowhere.js';\n${greeting('hello')}`,
      ['error "./nowhere.js" cannot be found [module-missing]', 'src/prompts/hello.ts:1:9'],
    ],
    [
      'a missing export',
      'src/wording.ts',
      'export const words = 1;',
      ['error src/wording.ts has no export named "greeting" [export-missing]', 'src/prompts/bye.ts:3:10'],
    ],
    [
      'a faulty definition',
      'src/prompts/hello.ts',
      greeting('hello').replace("who = 'you'", 'who!: Map<string, string>'),
      [
        'error HelloArgs.who has the type Map, which arguments cannot have [argument-type-invalid]',
        'src/prompts/hello.ts:7:3',
      ],
    ],
    [
      'a name that is taken',
      'src/prompts/hello.ts',
      greeting('bye').replaceAll('Bye', 'Hello'),
      ['error Hello and Bye are both named "bye" [name-taken]', 'src/prompts/hello.ts:11:14'],
    ],
    ['no config', 'cuecard.config.ts', '', ['error cuecard.config.ts was deleted [file-deleted]', 'cuecard.config.ts']],
  ];

  test.each(FAULTS)(
    'serves the last working version and recovers without a restart: %s',
    async (_fault, file, text, problem) => {
      const good = project.read(file);
      const { length } = dev.said;
      await dev.sayingAfter(/Serving the last working version/, () =>
        text === '' ? project.delete(file) : project.write({ [file]: text }),
      );
      expect(faultOf(dev.said.slice(length))).toEqual(problem);
      expect([await listener.names(), await listener.text('hello')]).toEqual([['bye', 'hello'], 'Hi you (Hello 1)']);
      await dev.sayingAfter(/reloaded/, () => project.write({ [file]: good }));
      expect([await listener.names(), await listener.text('hello')]).toEqual([['bye', 'hello'], 'Hi you (Hello 2)']);
      expect(await listener.hears(0)).toBe(0);
    },
  );

  test('recovers when a missing import is created', async () => {
    await dev.sayingAfter(/module-missing/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('hello').replace('../wording.js', '../words.js') }),
    );
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/words.ts': "export const greeting = () => 'Salut';" }),
    );
    expect(await listener.text('hello')).toBe('Hi you (Salut 1)');
  });

  test('recovers when one of two files with the same name is renamed', async () => {
    await dev.sayingAfter(/name-taken/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('bye').replaceAll('Bye', 'Hello') }),
    );
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('welcome').replaceAll('Welcome', 'Hello') }),
    );
    expect(await listener.names()).toEqual(['bye', 'welcome']);
  });
});
