import { runInNewContext } from 'node:vm';
import {
  Arg,
  byClient,
  definePack,
  definePrompt,
  mount,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { linesOf } from './support/faults.ts';
import { promptClass } from './support/prompts.ts';

const Review = promptClass('Review');

const LOGGER = 'use an object with the functions error and warn, such as console';
const RESOLVER =
  'use fromContainer(container) from @cuecard/tsyringe, fromServices([…]), or a function (type, context)';
const RESOURCES =
  'use an instance of a class that extends ResourceReader, or an array of classes, definitions and readers';
const resolver = () => ({}) as never;

describe('RuntimeOptions', () => {
  test.each<[string, unknown, string]>([
    ['onFault', 'isolated', '"isolated"; use "throw" or "isolate"'],
    ['interpolation', 'strickt', '"strickt"; use "warn", "strict" or "off"'],
    ['clients', ['audo'], `this array; use an object such as { opencode: false, 'my-host': { drops: ['audio'] } }`],
    ['askForMissing', 'no', '"no"; use true or false'],
    ['messageOf', 5, '5; use a function (fault) that returns a string'],
    ['prepare', 5, '5; use a function (context, call)'],
    ['resolver', {}, `this object; ${RESOLVER}`],
    ['resolver', Object.assign(resolver, { invoke: 5 }), `this function; ${RESOLVER}`],
    ['resources', {}, `this object; ${RESOURCES}`],
    ['resources', 5, `5; ${RESOURCES}`],
    ['logger', {}, `this object; ${LOGGER}`],
    ['logger', { error: () => {} }, `this object; ${LOGGER}`],
    ['logger', { error: () => {}, warn: () => {}, info: 5 }, `this object; ${LOGGER}`],
    ['logger', null, `null; ${LOGGER}`],
    ['interceptors', 5, '5; use an array of interceptors: functions (call, next), or classes with a method intercept'],
    ['select', 5, '5; use a function (versions, context), or an array of such functions'],
    ['select', [5], 'this array; use a function (versions, context), or an array of such functions'],
    ['limits', null, 'null; use an object, such as { renderMs: 5000 }'],
    ['limits', [], 'this array; use an object, such as { renderMs: 5000 }'],
  ])('rejects a value of the wrong type: %s: %p', (option, value, rest) => {
    const make = () => new Runtime({ prompts: [Review], [option]: value });
    expect(make).toThrow(new TypeError(`Runtime has the option "${option}", which cannot be ${rest}`));
  });

  test('accepts undefined for optional options', () => {
    const options = { logger: undefined, onFault: undefined, limits: undefined, select: undefined, prepare: undefined };
    const runtime = new Runtime({ prompts: [Review], ...(options as object) });
    expect(runtime.registry.names()).toEqual(['review']);
  });
});

describe('Registry', () => {
  test('rejects an option of Registry with a wrong name or type', () => {
    const misspelt = { onfault: 'isolate' } as object;
    expect(() => new Registry([], misspelt)).toThrow(
      new TypeError('Registry has no option "onfault"; did you mean "onFault"?'),
    );
    expect(() => new Registry([], { onFault: 'isolated' as never })).toThrow(
      new TypeError('Registry has the option "onFault", which cannot be "isolated"; use "throw" or "isolate"'),
    );
  });

  test('reports options of the wrong type on decorators, packs and mounts', () => {
    class Wrong implements PromptHandler {
      render = () => '';
    }
    Prompt({ interceptors: 5 as never, labels: 'live' as never, icons: {} as never })(Wrong);
    const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [Review], requires: {} as never });
    const mounted = mount(pack, { only: 'review' as never, resolver: {} as never, rename: 'x' as never });
    expect(linesOf(() => new Registry([Wrong]))).toEqual([
      'Wrong has the option "interceptors", which cannot be 5. Use an array of interceptors: functions (call, next), or classes with a method intercept.',
      'Wrong has the option "labels", which cannot be "live". Use an array of strings.',
      'Wrong has the option "icons", which cannot be this object. Use an array of { src, mimeType, sizes, theme }.',
    ]);
    expect(linesOf(() => new Registry([mounted]))).toEqual([
      'desk has the option "requires", which cannot be this object. Use an array of classes.',
      'desk has the option "only", which cannot be "review". Use an array of strings.',
      `desk has the option "resolver", which cannot be this object. U${RESOLVER.slice(1)}.`,
      'desk has the option "rename", which cannot be "x". Use an object, such as { review: "code_review" }.',
    ]);
  });
});

describe('Unknown option', () => {
  test('makes Runtime throw an error that suggests the closest name', () => {
    // @ts-expect-error -- a typo
    const misspelt = () => new Runtime({ promts: [Review] });
    expect(misspelt).toThrow(new TypeError('Runtime has no option "promts"; did you mean "prompts"?'));
    // @ts-expect-error -- an unknown option
    const foreign = () => new Runtime({ prompts: [Review], colour: 'red' });
    expect(foreign).toThrow(/^Runtime has no option "colour"; use one of prompts, tools, prepare, resolver, /);
  });

  test('makes Runtime throw if it is in `limits`', () => {
    // @ts-expect-error -- a typo
    const misspelt = () => new Runtime({ prompts: [Review], limits: { renderMS: 5 } });
    expect(misspelt).toThrow(new TypeError('limits has no option "renderMS"; did you mean "renderMs"?'));
  });

  test('causes a fault if it is passed to a decorator', () => {
    class Args {
      // @ts-expect-error -- a typo
      @Arg({ requried: false }) code!: string;
    }
    // @ts-expect-error -- a typo
    @Prompt({ nmae: 'check', args: Args })
    class Check implements PromptHandler<Args> {
      render = () => '';
    }
    expect(linesOf(() => new Registry([Check]))).toEqual([
      'Check has the option "nmae", which does not exist. Write "name", or leave it out.',
      'Args.code has the option "requried", which does not exist. Write "required", or leave it out.',
    ]);
  });

  test('causes a fault if it is part of an icon', () => {
    class Greeting implements PromptHandler {
      render = () => '';
    }
    const misspelt = { src: 'https://desk.example.com/icon.png', mimetype: 'image/png' };
    Prompt({ icons: [misspelt] })(Greeting);
    expect(linesOf(() => new Registry([Greeting]))).toEqual([
      'Greeting has the option "icons", which cannot be this array. Use an array of { src, mimeType, sizes, theme }.',
    ]);
  });

  test('causes a fault if it is passed to definePrompt', () => {
    const args = [{ name: 'who', default: 'you', descripton: 'The person' }];
    const row = { name: 'greet', args, titel: 'Greeting', render: () => '' };
    const define = () => definePrompt(row);
    expect(linesOf(define)).toEqual([
      'greet has the option "titel", which does not exist. Write "title", or leave it out.',
      'greet.who has the option "descripton", which does not exist. Write "description", or leave it out.',
    ]);
  });

  test('causes a fault if it is passed to definePack or mount', () => {
    // @ts-expect-error -- a typo
    const pack = definePack({ name: 'reviews', version: '1.0.0', prompts: [Review], scope: ['admin'] });
    // @ts-expect-error -- a typo
    const mounted = mount(pack, { prefx: 'team' });
    expect(linesOf(() => new Registry([mounted]))).toEqual([
      'reviews has the option "scope", which does not exist. Write "scopes", or leave it out.',
      'reviews has the option "prefx", which does not exist. Write "prefix", or leave it out.',
    ]);
    expect(new Registry([mounted], { onFault: 'isolate' }).names()).toEqual([]);
  });

  test('is ignored if undefined', () => {
    const options = { colour: undefined };
    const pack = definePack({ name: 'reviews', version: '1.0.0', prompts: [Review], ...options });
    expect(new Runtime({ prompts: [pack], ...options }).registry.names()).toEqual(['review']);
  });
});

describe('Options object with inherited or non-enumerable properties', () => {
  const PLAIN = 'a plain object that lists each property (spreading a class instance omits its methods)';
  const prompts = [Review];
  const prepare = () => {
    throw new Error('No access');
  };

  const BARE = Object.assign(Object.create(null) as object, { prepare });

  class Options {
    prompts = prompts;
    prepare() {
      prepare();
    }
  }

  test.each<[string, object]>([
    ['a method of a class', new Options()],
    [
      'a getter of a class',
      new (class {
        prompts = prompts;
        get prepare() {
          return prepare;
        }
      })(),
    ],
    ['a method of a base class', new (class extends Options {})()],
    ['a prototype', Object.assign(Object.create({ prepare }) as object, { prompts })],
    ['a prototype without a prototype', Object.assign(Object.create(BARE) as object, { prompts })],
    ['a property that is not enumerable', Object.defineProperty({ prompts }, 'prepare', { value: prepare })],
    ['a symbol', { prompts, [Symbol('prepare')]: prepare }],
    ['a Map', new Map(Object.entries({ prompts, prepare }))],
  ])('makes Runtime throw: %s', (_, options) => {
    expect(() => new Runtime(options)).toThrow(
      new TypeError(`Runtime has options that are inherited or not enumerable; use ${PLAIN}`),
    );
  });

  test.each<[string, () => RuntimeOptions]>([
    ['without a prototype', () => Object.assign(Object.create(null) as object, { prompts })],
    ['of another realm', () => Object.assign(runInNewContext('({})') as object, { prompts })],
    ['a module', () => Object.defineProperty({ prompts }, Symbol.toStringTag, { value: 'Module' })],
    ['a CommonJS module', () => Object.defineProperty({ prompts }, '__esModule', { value: true })],
    [
      'with a getter of its own',
      () => ({
        get prompts() {
          return prompts;
        },
      }),
    ],
  ])('is not this kind of object, which Runtime accepts: %s', (_, options) => {
    expect(new Runtime(options()).registry.names()).toEqual(['review']);
  });

  test('makes Runtime throw if it is the value of `limits` or `clients`', () => {
    class Own {
      get renderMs() {
        return 5;
      }
    }
    const limits = () => new Runtime({ prompts, limits: new Own() });
    expect(limits).toThrow(new TypeError(`limits has options that are inherited or not enumerable; use ${PLAIN}`));
    const clients = () => new Runtime({ prompts, clients: Object.create({ opencode: false }) as {} });
    expect(clients).toThrow('Runtime has the option "clients", which cannot be this object; use an object such as');
    const row = () => new Runtime({ prompts, clients: { host: Object.create({ drops: ['audio'] }) as object } });
    expect(row).toThrow(
      new TypeError(
        `The host "host" in the option "clients" has options that are inherited or not enumerable; use ${PLAIN}`,
      ),
    );
    const choices = Object.create({ opencode: 'stable' }) as Record<string, string>;
    expect(() => byClient(choices)).toThrow('cannot be this object; use an object, such as');
  });

  test('causes a fault if it is passed to a decorator or to mount', () => {
    const inherited = Object.create({ scopes: ['admin'] }) as object;
    class Admin implements PromptHandler {
      render = () => '';
    }
    Prompt(inherited)(Admin);
    const fault = `has options that are inherited or not enumerable. Use ${PLAIN}.`;
    expect(linesOf(() => new Registry([Admin]))).toEqual([`Admin ${fault}`]);
    const pack = definePack({ name: 'reviews', version: '1.0.0', prompts });
    expect(linesOf(() => new Registry([mount(pack, inherited)]))).toEqual([`reviews ${fault}`]);
  });

  test('makes definePrompt throw', () => {
    class Greeting {
      name = 'greet';
      render = () => 'Hello';
      visible() {
        return false;
      }
    }
    expect(() => definePrompt(new Greeting())).toThrow(
      new TypeError(`The argument of definePrompt() cannot be this object; use ${PLAIN}`),
    );
  });
});
