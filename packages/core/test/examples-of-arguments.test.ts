import {
  Arg,
  DefinitionError,
  definePrompt,
  Prompt,
  type PromptHandler,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsInt, Max } from 'class-validator';

class Amount {
  @Arg()
  @IsInt()
  @Max(9)
  amount!: number;

  @Arg()
  note = '';
}

describe('sample arguments', () => {
  test('that pass the rules stand in the definition', () => {
    @Prompt({ name: 'count', args: Amount, examples: [{ amount: 3 }, { amount: 9, note: 'all' }] })
    class Count implements PromptHandler<Amount> {
      render = ({ amount }: Amount) => `Count to ${amount}`;
    }
    const { registry } = new Runtime({ prompts: [Count] });
    expect(registry.get('count')?.examples).toEqual([{ amount: 3 }, { amount: 9, note: 'all' }]);
  });

  test('that break a rule, miss an argument or name an unknown one are faults, in tools and data, too', () => {
    @Prompt({ name: 'count', args: Amount, examples: [{ amount: 3 }, { amount: 10 }] })
    class Count implements PromptHandler<Amount> {
      render = () => '';
    }
    @Tool({ name: 'add', args: Amount, examples: [{ note: 'a' }] })
    class Add implements ToolHandler<Amount> {
      call = () => '';
    }
    const faultsOf = (make: () => unknown) => {
      try {
        make();
      } catch (error) {
        return (error as DefinitionError).faults.map(({ type, problem }) => [type, problem]);
      }
      return [];
    };
    expect(faultsOf(() => new Runtime({ prompts: [Count], tools: [Add] }))).toEqual([
      ['Count', 'has an example (2) in which amount must not be greater than 9'],
      ['Add', 'has an example in which amount is required'],
    ]);
    const data = { name: 'd', args: [{ name: 'a' }], examples: [{ a: 'x', b: 1 }], render: () => '' };
    expect(faultsOf(() => definePrompt(data))).toEqual([
      ['d', 'has an example in which b is not a known argument; did you mean a?'],
    ]);
    const wrong = { name: 'd', examples: [5] as never, render: () => '' };
    expect(faultsOf(() => definePrompt(wrong))).toEqual([
      ['d', 'has the option "examples", which cannot be this array'],
    ]);
  });
});
