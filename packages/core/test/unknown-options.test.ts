import { Arg, definePack, definePrompt, mount, Prompt, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { linesOf } from './support/faults.ts';

@Prompt()
class Review implements PromptHandler {
  render = () => '';
}

test('an option that a runtime does not have is refused when it is made', () => {
  // @ts-expect-error -- a slip of the pen
  const misspelt = () => new Runtime({ promts: [Review] });
  expect(misspelt).toThrow(new TypeError('Runtime has no option "promts"; did you mean "prompts"?'));
  // @ts-expect-error -- an option that never was
  const foreign = () => new Runtime({ prompts: [Review], colour: 'red' });
  expect(foreign).toThrow(/^Runtime has no option "colour"; use one of prompts, tools, prepare, resolver, /);
});

test('a limit that does not exist is refused when the runtime is made', () => {
  // @ts-expect-error -- a slip of the pen
  const misspelt = () => new Runtime({ prompts: [Review], limits: { renderMS: 5 } });
  expect(misspelt).toThrow(new TypeError('limits has no option "renderMS"; did you mean "renderMs"?'));
});

test('an option that a decorator does not have is a fault', () => {
  class Args {
    // @ts-expect-error -- a slip of the pen
    @Arg({ requried: false }) code!: string;
  }
  // @ts-expect-error -- a slip of the pen
  @Prompt({ nmae: 'check', args: Args })
  class Check implements PromptHandler<Args> {
    render = () => '';
  }
  expect(linesOf(() => new Registry([Check]))).toEqual([
    'Check has the option "nmae", which does not exist. Write "name", or leave it out.',
    'Args.code has the option "requried", which does not exist. Write "required", or leave it out.',
  ]);
});

test('so is one of a prompt from data', () => {
  const args = [{ name: 'who', default: 'you', descripton: 'The person' }];
  const row = { name: 'greet', args, titel: 'Greeting', render: () => '' };
  const define = () => definePrompt(row);
  expect(linesOf(define)).toEqual([
    'greet has the option "titel", which does not exist. Write "title", or leave it out.',
    'greet.who has the option "descripton", which does not exist. Write "description", or leave it out.',
  ]);
});

test('so is one of a pack and of its mounting, which is left out where faults are isolated', () => {
  // @ts-expect-error -- a slip of the pen
  const pack = definePack({ name: 'reviews', version: '1.0.0', prompts: [Review], scope: ['admin'] });
  // @ts-expect-error -- a slip of the pen
  const mounted = mount(pack, { prefx: 'team' });
  expect(linesOf(() => new Registry([mounted]))).toEqual([
    'reviews has the option "scope", which does not exist. Write "scopes", or leave it out.',
    'reviews has the option "prefx", which does not exist. Write "prefix", or leave it out.',
  ]);
  expect(new Registry([mounted], { onFault: 'isolate' }).names()).toEqual([]);
});

test('an option without a value is none', () => {
  const options = { colour: undefined };
  const pack = definePack({ name: 'reviews', version: '1.0.0', prompts: [Review], ...options });
  expect(new Runtime({ prompts: [pack], ...options }).registry.names()).toEqual(['review']);
});
