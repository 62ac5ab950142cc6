import { definePack, DefinitionError, mount, Prompt, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

@Prompt()
class Review implements PromptHandler {
  render = () => '';
}

const LOGGER = 'give an object with the functions error and warn, such as console';
const RESOLVER = 'give fromContainer(container) of @cuecard/tsyringe, fromServices([…]), or a function (type, context)';
const RESOURCES =
  'give an instance of a class that extends ResourceReader, or an array of classes, definitions and readers';
const resolver = () => ({}) as never;

describe('an option of a runtime that is of the wrong kind is refused when it is made', () => {
  test.each<[string, unknown, string]>([
    ['onFault', 'isolated', '"isolated"; give "throw" or "isolate"'],
    ['interpolation', 'strickt', '"strickt"; give "warn", "strict" or "off"'],
    ['clients', ['audo'], `this array; give an object such as { opencode: false, 'my-host': { drops: ['audio'] } }`],
    ['askForMissing', 'no', '"no"; give true or false'],
    ['messageOf', 5, '5; give a function (fault) that returns a string'],
    ['prepare', 5, '5; give a function (context, call)'],
    ['resolver', {}, `this object; ${RESOLVER}`],
    ['resolver', Object.assign(resolver, { invoke: 5 }), `this function; ${RESOLVER}`],
    ['resources', {}, `this object; ${RESOURCES}`],
    ['resources', 5, `5; ${RESOURCES}`],
    ['logger', {}, `this object; ${LOGGER}`],
    ['logger', { error: () => {} }, `this object; ${LOGGER}`],
    ['logger', { error: () => {}, warn: () => {}, info: 5 }, `this object; ${LOGGER}`],
    ['logger', null, `null; ${LOGGER}`],
    ['interceptors', 5, '5; give an array of functions (call, next) and of classes'],
    ['select', 5, '5; give a function (versions, context), or an array of them'],
    ['select', [5], 'this array; give a function (versions, context), or an array of them'],
    ['limits', null, 'null; give an object, such as { renderMs: 5000 }'],
    ['limits', [], 'this array; give an object, such as { renderMs: 5000 }'],
  ])('%s: %p', (option, value, rest) => {
    const make = () => new Runtime({ prompts: [Review], [option]: value });
    expect(make).toThrow(new TypeError(`Runtime has the option "${option}", which cannot be ${rest}`));
  });

  test('and each may be left out, or undefined', () => {
    const options = { logger: undefined, onFault: undefined, limits: undefined, select: undefined, prepare: undefined };
    const runtime = new Runtime({ prompts: [Review], ...(options as object) });
    expect(runtime.registry.names()).toEqual(['review']);
  });
});

test('options of a registry are refused likewise', () => {
  const misspelt = { onfault: 'isolate' } as object;
  expect(() => new Registry([], misspelt)).toThrow(
    new TypeError('Registry has no option "onfault"; did you mean "onFault"?'),
  );
  expect(() => new Registry([], { onFault: 'isolated' as never })).toThrow(
    new TypeError('Registry has the option "onFault", which cannot be "isolated"; give "throw" or "isolate"'),
  );
});

test('options of decorators, packs and mounts are faults', () => {
  class Wrong implements PromptHandler {
    render = () => '';
  }
  Prompt({ interceptors: 5 as never, labels: 'live' as never, icons: {} as never })(Wrong);
  const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [Review], requires: {} as never });
  const mounted = mount(pack, { only: 'review' as never, resolver: {} as never, rename: 'x' as never });
  const linesOf = (make: () => unknown) => {
    try {
      return make();
    } catch (error) {
      return (error as DefinitionError).faults.map(({ where, problem, remedy }) => `${where} ${problem}. ${remedy}.`);
    }
  };
  expect(linesOf(() => new Registry([Wrong]))).toEqual([
    'Wrong has the option "interceptors", which cannot be 5. Give an array of functions (call, next) and of classes.',
    'Wrong has the option "labels", which cannot be "live". Give an array of strings.',
    'Wrong has the option "icons", which cannot be this object. Give an array of { src, … }.',
  ]);
  expect(linesOf(() => new Registry([mounted]))).toEqual([
    'desk has the option "requires", which cannot be this object. Give an array of classes.',
    'desk has the option "only", which cannot be "review". Give an array of strings.',
    `desk has the option "resolver", which cannot be this object. G${RESOLVER.slice(1)}.`,
    'desk has the option "rename", which cannot be "x". Give an object, such as { review: "code_review" }.',
  ]);
});
