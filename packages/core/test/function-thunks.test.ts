import { Arg, type ArgOptions, type Class, DefinitionError, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { IsInt } from 'class-validator';

/** A runtime with one prompt, `shows`, that answers its one argument, `value`, as JSON. */
function showing(options: object): Runtime {
  class Args {
    declare value: unknown;
  }
  Arg(options as ArgOptions)(Args.prototype, 'value');
  class Shows implements PromptHandler<Args> {
    render = ({ value }: Args) => JSON.stringify(value);
  }
  Prompt({ args: Args })(Shows);
  return new Runtime({ prompts: [Shows], logger: { error: () => {}, warn: () => {} } });
}

async function shown(options: object, value: string): Promise<unknown> {
  const { messages } = await showing(options).prompts.get({ name: 'shows', arguments: { value } });
  return messages[0]?.content;
}

test('a type may be named by a function of any kind', async () => {
  const named = function () {
    return Number;
  };
  const { method } = {
    method() {
      return Number;
    },
  };
  expect(await shown({ type: named }, '5')).toMatchObject({ text: '5' });
  expect(await shown({ type: method }, '5')).toMatchObject({ text: '5' });
  expect(await shown({ items: named }, '5,6')).toMatchObject({ text: '[5,6]' });
});

test('a class that a compiler has made a function of is a class', async () => {
  const size = function (this: { width: number }) {
    this.width = 1;
  } as unknown as Class;
  IsInt()(size.prototype as object, 'width');
  const stop = function () {} as unknown as Class;
  Arg({ type: String })(stop.prototype as object, 'city');
  const point = function () {} as unknown as Class<{ length(): number }>;
  Object.assign(point.prototype, { length: () => 1 });
  const bare = function () {} as unknown as Class;
  expect(await shown({ type: () => bare }, '{"x":1}')).toMatchObject({ text: '{"x":1}' });
  await expect(shown({ type: size }, '{"width":1.5}')).rejects.toThrow('value.width must be an integer number');
  expect(await shown({ type: stop }, '{"city":"Bern"}')).toMatchObject({ text: '{"city":"Bern"}' });
  expect(await shown({ type: point }, '{"x":1}')).toMatchObject({ text: '{"x":1}' });
});

test('a function that returns no type is a fault', () => {
  const nothing = function () {};
  expect(() => showing({ type: nothing })).toThrow(DefinitionError);
  expect(() => showing({ type: nothing })).toThrow(
    'Args.value has a `type` whose function returns undefined. Return the class: @Arg({ type: () => Stop })',
  );
});
