import {
  Arg,
  DefinitionError,
  definePrompt,
  type ElicitRequest,
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

  test('are in the schema that clients get, by the names and the values on the wire', async () => {
    class Trip {
      @Arg({ name: 'leave_on' })
      leaveOn!: Date;
    }
    const examples = [{ leaveOn: new Date('2026-05-04') }];
    @Prompt({ name: 'plan', args: Trip, examples })
    class Plan implements PromptHandler<Trip> {
      render = () => '';
    }
    @Tool({ name: 'book', args: Trip, examples })
    class Book implements ToolHandler<Trip> {
      call = () => '';
    }
    const runtime = new Runtime({ prompts: [Plan], tools: [Book], promptsAsTools: true });
    const { prompts } = await runtime.prompts.list();
    const { tools } = await runtime.tools.list();
    const schemas = [prompts[0]?._meta?.['dev.cuecard/schema'], ...tools.map(({ inputSchema }) => inputSchema)];
    const expected = { examples: [{ leave_on: '2026-05-04T00:00:00.000Z' }], required: ['leave_on'] };
    expect(schemas).toEqual([1, 2, 3].map(() => expect.objectContaining(expected)));
  });

  test('are shown where a person is asked for what is missing', async () => {
    @Prompt({ name: 'count', title: 'Count', args: Amount, examples: [{ note: 'x', amount: 3 }] })
    class Count implements PromptHandler<Amount> {
      render = ({ amount }: Amount) => `Count to ${amount}`;
    }
    const asked: string[] = [];
    const elicit = async ({ message }: ElicitRequest) => {
      asked.push(message);
      return { action: 'accept' as const, content: { amount: 4 } };
    };
    const client = { revision: '2025-11-25', capabilities: { elicitation: {} } };
    const runtime = new Runtime({ prompts: [Count], askForMissing: true });
    const { messages } = await runtime.prompts.get({ name: 'count' }, { elicit, client });
    expect(asked).toEqual(['What should "Count" use as amount (such as 3)?']);
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Count to 4' } }]);
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
