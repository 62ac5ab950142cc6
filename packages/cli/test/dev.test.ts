import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevProcess } from './support/dev-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';

let project: ProjectFolder;
let dev: DevProcess;
let listener: Listener;

async function begin(files: Readonly<Record<string, string>>): Promise<void> {
  project = new ProjectFolder({ ...DESK, ...files });
  dev = new DevProcess(project.path);
  listener = await Listener.of(await dev.url());
}

afterEach(async () => {
  await listener?.close();
  await DevProcess.stopAll();
  project.remove();
});

/** The lines of a fault, without the frame. */
const faultOf = (said: string) => /error [^\n]+\n[^\n]+/.exec(said)?.[0].split('\n');

describe('what is edited is served', () => {
  beforeEach(() => begin({ 'src/prompts/hello.ts': greeting('hello') }));

  test('to clients of both eras, who stay connected, and hear of it once', async () => {
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

  test('without a notice where no list has changed', async () => {
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }) }),
    );
    expect([await listener.text('hello'), await listener.hears(0)]).toEqual(['Welcome you (Hello 1)', 0]);
  });

  test('while singletons live on', async () => {
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: 'Welcome' }) }),
    );
    expect(await listener.text('hello')).toBe('Welcome you (Hello 2)');
  });

  test('where a function is edited that is called later, without evaluating who calls it', async () => {
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await dev.sayingAfter(/reloaded src\/wording.ts no definition changed/, () =>
      project.write({ 'src/wording.ts': "export const greeting = () => 'Goodbye';" }),
    );
    expect(await listener.text('hello')).toBe('Hi you (Goodbye 2)');
  });

  test('saved through another file, new, renamed, deleted, in a new folder', async () => {
    project.replace('src/prompts/hello.ts', greeting('hello', { description: 'Greets anew' }));
    expect(await listener.hears(1)).toBe(1);
    project.write({ 'src/prompts/bye.ts': greeting('bye') });
    expect([await listener.hears(2), await listener.names()]).toEqual([2, ['bye', 'hello']]);
    project.rename('src/prompts/bye.ts', 'src/prompts/farewell.ts');
    await dev.says(/reloaded [^\n]*farewell/);
    expect([await listener.hears(2), await listener.names()]).toEqual([2, ['bye', 'hello']]);
    project.delete('src/prompts/farewell.ts');
    expect([await listener.hears(3), await listener.names()]).toEqual([3, ['hello']]);
    await dev.says(/reloaded src\/prompts\/farewell\.ts prompt bye is gone/);
    project.write({ 'src/prompts/more/deep.ts': greeting('deep').replaceAll("'../", "'../../") });
    expect([await listener.hears(4), await listener.names()]).toEqual([4, ['deep', 'hello']]);
  });

  test('as one change, where 200 files come and go at once', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `many_${String(index).padStart(3, '0')}`);
    project.write(Object.fromEntries(names.map((name) => [`src/prompts/${name}.ts`, greeting(name)])));
    expect([
      await listener.hears(1),
      await listener.client.listPrompts().then(({ prompts }) => prompts.length),
    ]).toEqual([1, 201]);
    for (const name of names.slice(0, 100)) project.delete(`src/prompts/${name}.ts`);
    for (const name of names.slice(100))
      project.write({ [`src/prompts/${name}.ts`]: greeting(name, { description: 'New' }) });
    expect([await listener.hears(2), (await listener.names()).length]).toEqual([2, 101]);
  });

  test('not while it is empty for a moment, as when a program begins to write it', async () => {
    project.write({ 'src/prompts/hello.ts': '' });
    await sleep(40);
    project.write({ 'src/prompts/hello.ts': greeting('hello', { description: 'Greets anew' }) });
    expect([await listener.hears(1), await listener.names()]).toEqual([1, ['hello']]);
  });

  test('with the services of a prompt that was gone for a while', async () => {
    expect(await listener.text('hello')).toBe('Hi you (Hello 1)');
    await dev.sayingAfter(/reloaded/, () => project.rename('src/prompts/hello.ts', 'hello.txt'));
    expect([await listener.hears(1), await listener.names()]).toEqual([1, []]);
    await dev.sayingAfter(/reloaded/, () => project.rename('hello.txt', 'src/prompts/hello.ts'));
    expect(await listener.text('hello')).toBe('Hi you (Hello 2)');
  });

  test('where a formatter writes the file again at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: `Saved ${round}` }) });
      await sleep(30);
      project.write({ 'src/prompts/hello.ts': greeting('hello', { text: `Formatted ${round}` }) });
      await sleep(250);
      expect(await listener.text('hello')).toBe(`Formatted ${round} you (Hello ${round + 1})`);
    }
  });

  test('by who was asked before the edit as it was', async () => {
    const slow = (word: string) => `import { Prompt, type PromptHandler } from '@cuecard/core';
import { setTimeout as sleep } from 'node:timers/promises';

@Prompt({ name: 'slow', description: 'Takes its time' })
export class Slow implements PromptHandler {
  async render() {
    await sleep(700);
    return this.word();
  }
  word() {
    return '${word}';
  }
}
`;
    await dev.sayingAfter(/reloaded/, () => project.write({ 'src/prompts/slow.ts': slow('old') }));
    const asked = listener.text('slow');
    await dev.sayingAfter(/reloaded/, () => project.write({ 'src/prompts/slow.ts': slow('new') }));
    const askedAgain = listener.text('slow');
    expect([await asked, await askedAgain]).toEqual(['old', 'new']);
  });
});

describe('an edited service', () => {
  const service = (word: string) => `import { appendFileSync } from 'node:fs';
import { singleton } from 'tsyringe';

@singleton()
export class Counter {
  next() {
    return '${word}';
  }
  dispose() {
    appendFileSync(new URL('../disposed.txt', import.meta.url), '${word};');
  }
}
`;

  test('is another one from then on; the former is disposed of, once', async () => {
    await begin({ 'src/counter.ts': service('first'), 'src/prompts/hello.ts': greeting('hello'), 'disposed.txt': '' });
    expect(await listener.text('hello')).toBe('Hi you (Hello first)');
    for (const word of ['second', 'third']) {
      await dev.sayingAfter(/reloaded/, () => project.write({ 'src/counter.ts': service(word) }));
      expect(await listener.text('hello')).toBe(`Hi you (Hello ${word})`);
    }
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/wording.ts': "export const greeting = () => 'Hey';" }),
    );
    expect([await listener.text('hello'), project.read('disposed.txt')]).toEqual([
      'Hi you (Hey third)',
      'first;second;',
    ]);
  });
});

describe('a fault', () => {
  beforeEach(() => begin({ 'src/prompts/hello.ts': greeting('hello'), 'src/prompts/bye.ts': greeting('bye') }));

  const FAULTS: readonly [what: string, file: string, text: string, told: readonly string[]][] = [
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
        'error HelloArgs.who is of the type Map, which an argument cannot have [argument-type-invalid]',
        'src/prompts/hello.ts:7:3',
      ],
    ],
    [
      'a name that is taken',
      'src/prompts/hello.ts',
      greeting('bye').replaceAll('Bye', 'Hello'),
      ['error Hello and Bye are both named "bye" [name-taken]', 'src/prompts/hello.ts:11:14'],
    ],
    [
      'a config that is gone',
      'cuecard.config.ts',
      '',
      ['error cuecard.config.ts is gone [file-gone]', 'cuecard.config.ts'],
    ],
  ];

  test.each(FAULTS)(
    '%s leaves the last good state, and is mended without a restart',
    async (_what, file, text, told) => {
      const good = project.read(file);
      const { length } = dev.said;
      await dev.sayingAfter(/The last good state is served/, () =>
        text === '' ? project.delete(file) : project.write({ [file]: text }),
      );
      expect(faultOf(dev.said.slice(length))).toEqual(told);
      expect([await listener.names(), await listener.text('hello')]).toEqual([['bye', 'hello'], 'Hi you (Hello 1)']);
      await dev.sayingAfter(/reloaded/, () => project.write({ [file]: good }));
      expect([await listener.names(), await listener.text('hello')]).toEqual([['bye', 'hello'], 'Hi you (Hello 2)']);
      expect(await listener.hears(0)).toBe(0);
    },
  );

  test('that a new file mends is mended by it', async () => {
    await dev.sayingAfter(/module-missing/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('hello').replace('../wording.js', '../words.js') }),
    );
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/words.ts': "export const greeting = () => 'Salut';" }),
    );
    expect(await listener.text('hello')).toBe('Hi you (Salut 1)');
  });

  test('of two files that claim one name is gone when one of them gives it back', async () => {
    await dev.sayingAfter(/name-taken/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('bye').replaceAll('Bye', 'Hello') }),
    );
    await dev.sayingAfter(/reloaded/, () =>
      project.write({ 'src/prompts/hello.ts': greeting('welcome').replaceAll('Welcome', 'Hello') }),
    );
    expect(await listener.names()).toEqual(['bye', 'welcome']);
  });
});

test('stacks that a project prints name the lines of its sources', async () => {
  await begin({
    'src/prompts/hello.ts': greeting('hello').replace(
      '    return `Hi',
      "    console.error(new Error('seen').stack);\n    return `Hi",
    ),
  });
  await listener.text('hello');
  const [stack] = await dev.says(/Error: seen\n +at Hello.render \(.*\)/);
  expect(stack).toMatch(/src\/prompts\/hello.ts:15:19\)$/);
});
