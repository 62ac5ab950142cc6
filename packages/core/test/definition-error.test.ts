import { Arg, definePrompt, DefinitionError, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { faultAt } from './support/faults.ts';

function errorOf(make: () => unknown): DefinitionError {
  try {
    make();
  } catch (error) {
    if (error instanceof DefinitionError) return error;
  }
  throw new Error('nothing was found wrong');
}

class ReviewArgs {
  @Arg() limits!: Map<string, number>;
}

@Prompt({ args: ReviewArgs, version: 'new' })
class Review implements PromptHandler<ReviewArgs> {
  render = () => '';
}

describe('DefinitionError.faults', () => {
  test('names the class and the property', () => {
    const error = errorOf(() => new Runtime({ prompts: [Review] }));
    expect(error.faults.map(({ where, type, property }) => ({ where, type, property }))).toEqual([
      { where: 'Review', type: 'Review', property: undefined },
      { where: 'ReviewArgs.limits', type: 'ReviewArgs', property: 'limits' },
    ]);
  });

  test('names the prompt and the argument of a data definition', () => {
    const again = [{ name: 'who' }, { name: 'who' }];
    const error = errorOf(() => definePrompt({ name: 'greet', args: again, render: () => '' }));
    expect(error.faults).toEqual([faultAt('greet.who', 'listed-twice', 'is listed twice', 'List it once')]);
  });
});

describe('inspect(DefinitionError)', () => {
  const occurrences = (text: string, part: string) => text.split(part).length - 1;

  test('shows each fault once, with the stack of the application', () => {
    const error = errorOf(() => new Runtime({ prompts: [Review] }));
    const printed = inspect(error);
    expect(printed.startsWith(`DefinitionError: ${error.message}\n    at `)).toBe(true);
    expect(occurrences(printed, 'is not a semantic version')).toBe(1);
    expect(printed).toContain('definition-error.test.');
    expect(printed).not.toMatch(/core[\\/](dist|src)[\\/]/);
    expect(printed).not.toMatch(/\bcode: |\bdata: |\bfaults: /);
  });

  // commonjs.test.ts covers this without source maps.
  test('shows each fault once when Node prints the error with source maps', async () => {
    const flags = ['--enable-source-maps'];
    const script = `
      import { Prompt, Runtime } from '@cuecard/core';
      class Review {}
      Prompt({ version: 'new' })(Review);
      new Runtime({ prompts: [Review] });
    `;
    const cwd = new URL('..', import.meta.url);
    const run = promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', script], { cwd });
    const { stderr } = await run.catch((error: { stderr: string }) => error);
    expect(occurrences(stderr, 'is not a semantic version')).toBe(1);
    expect(stderr).not.toMatch(/core[\\/](dist|src)[\\/]/);
  });
});
