import * as core from '@cuecard/core';
import {
  Arg,
  byClient,
  byLabel,
  byPercentage,
  Complete,
  defineClass,
  DefinitionError,
  definePack,
  definePrompt,
  embed,
  fewShot,
  fromServices,
  image,
  InputRequiredError,
  InvalidArgumentsError,
  mount,
  onGetPrompt,
  Prompt,
  type PromptClass,
  type PromptHandler,
  Registry,
  Runtime,
  supportsElicitation,
  Untrusted,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { linesOf } from './support/faults.ts';

// JavaScript and data from files bypass the compiler, so these tests cast to `never`.

const WRONG = [5, null, undefined, '', [], {}, () => {}];
const logger = { error() {}, warn() {} };

/** Messages of the JavaScript engine, which show that a check of the input is missing. */
const BARE = /^Cannot |\(reading '|is not (a function|a constructor|iterable|defined)|^Invalid value used|^Class /;

function aPrompt(): PromptClass {
  class Review implements PromptHandler {
    render = () => '';
  }
  Prompt()(Review);
  return Review;
}

/** The message of an error that is thrown, or that a promise rejects with. */
async function messageOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof DefinitionError
      ? linesOf(() => {
          throw error;
        }).join('\n')
      : (error as Error).message;
  }
}

/** Serves, lists and completes an entry, as applications do. */
async function serve(entry: unknown): Promise<void> {
  const runtime = new Runtime({ prompts: [entry as never], logger });
  await runtime.prompts.list({});
}

describe('@cuecard/core', () => {
  const isClass = (value: Function) => Function.prototype.toString.call(value).startsWith('class');
  const functions = Object.entries(core).filter(([, each]) => typeof each === 'function');

  test.each(functions)('throws no raw JavaScript error for invalid arguments of %s', async (_, value) => {
    const call = value as unknown as (input: unknown) => unknown;
    const construct = value as unknown as new (input: unknown) => unknown;
    for (const input of WRONG) {
      const message = await messageOf(() => (isClass(value as Function) ? new construct(input) : call(input)));
      expect(message ?? '').not.toMatch(BARE);
    }
  });

  const packed = (options: object) => definePack({ name: 'desk', version: '1.0.0', prompts: [aPrompt()], ...options });
  const argued = (options: object) => {
    class Args {}
    Arg({ type: String, ...options })(Args.prototype, 'code');
    class Review implements PromptHandler {
      render = () => '';
    }
    Prompt({ args: Args } as never)(Review);
    return Review;
  };
  const decorated = (options: object) => {
    const type = aPrompt();
    Prompt(options as never)(type as PromptClass<object>);
    return type;
  };
  const VISIBILITY = ['visible', 'scopes'];
  const BOUND = ['resolver', 'interceptors', ...VISIBILITY];
  const DECLARED = ['name', 'title', 'description', 'icons', 'args', 'groups', 'version', 'labels', 'deprecated'];
  const ARGUED = ['name', 'title', 'description', 'type', 'items', 'required', 'allowEmpty', 'complete'];

  test.each<[string, readonly string[], (options: object) => unknown]>([
    ['definePack', ['name', 'version', 'prompts', 'resources', 'requires', 'interceptors', ...VISIBILITY], packed],
    ['mount', ['prefix', 'only', 'rename', 'override', ...BOUND], (options) => mount(packed({}), options)],
    ['defineClass', BOUND, (options) => defineClass(aPrompt(), options)],
    ['Prompt', [...DECLARED, 'interceptors', ...VISIBILITY], decorated],
    ['Arg', ARGUED, argued],
    ['definePrompt', [...DECLARED, 'render'], (options) => definePrompt({ name: 'a', render: () => '', ...options })],
    [
      'an argument of definePrompt',
      [...ARGUED, 'default', 'rules'],
      (options) => definePrompt({ name: 'a', render: () => '', args: [{ name: 'code', ...options }] }),
    ],
  ])('throws no raw JavaScript error for an invalid option of %s', async (_, options, make) => {
    for (const option of options) {
      for (const value of [...WRONG, [null], [5], { a: 5 }]) {
        const message = await messageOf(() => serve(make({ [option]: value })));
        expect([option, value, message ?? '']).toEqual([option, value, expect.not.stringMatching(BARE)]);
      }
    }
  });

  test.each<[string, (options: never) => unknown]>([
    ['definePack', (options) => definePack(options)],
    ['mount', (options) => mount(packed({}), options)],
    ['defineClass', (options) => defineClass(aPrompt(), options)],
    ['Prompt', decorated],
    ['definePrompt', (options) => definePrompt(options)],
    ['a mounted pack', (pack) => mount(pack)],
  ])('throws no raw JavaScript error for values instead of options: %s', async (_, make) => {
    for (const value of WRONG) {
      const message = await messageOf(() => serve(make(value as never)));
      expect([value, message ?? '']).toEqual([value, expect.not.stringMatching(BARE)]);
    }
  });
});

describe('DefinitionError.faults', () => {
  test('names the pack, the option and the expected value', () => {
    const linesFor = (options: object, mounted?: object) => {
      const pack = definePack({ name: 'desk', version: '1.0.0', ...options });
      return linesOf(() => new Registry([mounted === undefined ? pack : mount(pack, mounted)]));
    };
    const prompts = 'desk has the option "prompts", which cannot be 5. Use an array of classes, definitions and packs.';
    expect(linesFor({ prompts: 5 })).toEqual([prompts]);
    expect(linesFor({ resources: {} })).toEqual([
      'desk has the option "resources", which cannot be this object. Use a ResourceReader, or an array of classes, definitions and readers.',
    ]);
    expect(linesFor({ resources: [null] })).toEqual([
      'desk/null is listed but is not a class, definition or pack. List only classes, definitions and packs. If it is one of these, install only one copy of @cuecard/core.',
    ]);
    expect(linesFor({ requires: [null] })).toEqual([
      'desk has the option "requires", which cannot be this array. Use an array of classes.',
    ]);
    expect(linesFor({}, { override: 5 })).toEqual([
      'desk has the option "override", which cannot be 5. Use an array of classes, definitions and packs.',
    ]);
    expect(linesFor({}, { rename: { review: 5 } })).toEqual([
      'desk has the option "rename", which cannot be this object. Use an object, such as { review: "code_review" }.',
    ]);
    expect(linesFor({ name: undefined, version: undefined })).toEqual([
      'A pack has no version. Set a version, such as 1.2.0.',
      'A pack has no name. Give definePack() a name, such as the name of its npm package.',
    ]);
    expect(linesOf(() => new Registry([mount(5 as never)]))).toEqual([
      '5 is mounted but is not a pack. Pass a pack from definePack() to mount(), and install only one copy of @cuecard/core.',
    ]);
    const isolated = new Registry([definePack({ name: 'desk', version: '1.0.0', prompts: 5 } as never), aPrompt()], {
      onFault: 'isolate',
    });
    expect([isolated.names(), isolated.faults.length]).toEqual([['review'], 1]);
  });

  test('names the class, the option and the expected value', () => {
    class Args {}
    const options = { title: 5, description: [], required: 'no', allowEmpty: 1, complete: 'go' };
    Arg({ type: String, ...options } as never)(Args.prototype, 'code');
    Arg(null as never)(Args.prototype, 'other');
    class Review implements PromptHandler {
      render = () => '';
    }
    Prompt({
      name: 5,
      title: null,
      description: {},
      icons: [null],
      version: 1,
      deprecated: 'yes',
      args: Args,
    } as never)(Review);
    expect(linesOf(() => new Registry([Review]))).toEqual([
      'Review has the option "name", which cannot be 5. Use a string.',
      'Review has the option "title", which cannot be null. Use a string.',
      'Review has the option "description", which cannot be this object. Use a string.',
      'Review has the option "icons", which cannot be this array. Use an array of { src, mimeType, sizes, theme }.',
      'Review has the option "version", which cannot be 1. Use a string.',
      'Args.code has the option "title", which cannot be 5. Use a string.',
      'Args.code has the option "description", which cannot be this array. Use a string.',
      'Args.code has the option "required", which cannot be "no". Use true or false.',
      'Args.code has the option "allowEmpty", which cannot be 1. Use true or false.',
      'Args.code has the option "complete", which cannot be "go". Use an array of strings, or a function (typed, context) that returns one.',
      'Args.other has options that cannot be null. Use an object.',
      'Args.other has no type at run time, because the compiler did not emit it. Declare the type: @Arg({ type: … }). Or set emitDecoratorMetadata in tsconfig.json and compile with tsc, swc, or Vitest 4 or later. esbuild and tsx ignore the option.',
    ]);
  });
});

describe('TypeError.message of @cuecard/core', () => {
  const registry = () => new Registry([aPrompt()]);
  const runtime = () => new Runtime({ prompts: registry(), logger });

  test.each<[string, (input: never) => unknown]>([
    ['The target of @Prompt() cannot be 5; use a class', (input) => Prompt()(input)],
    [
      'The target of @Arg() cannot be 5; use the prototype of a class, or write the decorator above a property or method',
      (input) => Arg()(input, 'code'),
    ],
    [
      'The target of @Complete() cannot be 5; use the prototype of a class, or write the decorator above a property or method',
      (input) => Complete('code')(input, 'codes', {}),
    ],
    ['The argument of @Complete() cannot be 5; use a string', Complete],
    ['The argument of definePrompt() cannot be 5; use an object', definePrompt],
    ['The examples of fewShot() cannot be 5; use an array', fewShot],
    ['The options of image() cannot be 5; use an object', (input) => image(new Uint8Array(), input)],
    ['The options of embed() cannot be 5; use an object', (input) => embed({ uri: 'a:b', text: '' }, input)],
    ['The text of new Untrusted() cannot be 5; use a string', (input) => new Untrusted(input)],
    ['untrusted has options that cannot be 5; use an object', (input) => new Untrusted('', input)],
    ['The interceptor of prompts/get cannot be 5; use a function (call, next)', onGetPrompt],
    ['The labels of byLabel() cannot be this array; use an array of strings', (input) => byLabel(input)],
    ['The label of byPercentage() cannot be 5; use a string', (input) => byPercentage(input, 50)],
    ['The choices of byClient() cannot be 5; use an object, such as { "example-client": "stable" }', byClient],
    [
      'The services of fromServices() cannot be 5; use an array of pairs, such as [ResourceReader, new FileResources({ roots: ["."] })]',
      fromServices,
    ],
    ['The client of supportsElicitation() cannot be 5; use an object', supportsElicitation],
    ['The faults of a DefinitionError cannot be 5; use an array', (input) => new DefinitionError(input)],
    [
      'The faults of an InvalidArgumentsError cannot be 5; use an array',
      (input) => new InvalidArgumentsError('prompt', 'a', input),
    ],
    [
      'The errors of an InputRequiredError cannot be 5; use an array',
      (input) => new InputRequiredError('It', 'it may', input),
    ],
    ['Runtime has options that cannot be 5; use an object', (input) => new Runtime(input)],
    ['The argument of Runtime.replace() cannot be 5; use a Registry', (input) => runtime().replace(input)],
    ['The argument of Runtime.become() cannot be 5; use another Runtime', (input) => runtime().become(input)],
    [
      'The listener of Runtime.onListChanged() cannot be 5; use a function (kind)',
      (input) => runtime().onListChanged(input),
    ],
    ['The name in Registry.get() cannot be 5; use a string', (input) => registry().get(input)],
    ['The names in Registry.without() cannot be 5; use an array of strings', (input) => registry().without(input)],
  ])('names the argument and the expected value: %s', (message, call) => {
    expect(() => call(5 as never)).toThrow(new TypeError(message));
  });
});
