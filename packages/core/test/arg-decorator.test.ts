import { expect, test, describe } from '@jest/globals';
import {
  Arg,
  Prompt,
  Runtime,
  type PromptHandler,
  user,
  InvalidArgumentsError,
  type ArgOptions,
  type Class,
  DefinitionError,
  type PromptClass,
  definePrompt,
  type ElicitRequest,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { IsIn, IsOptional, IsInt, Max } from 'class-validator';
import { argumentFault, definitionFaults, missingArgument } from './support/faults.ts';

test('Runtime lists and renders a prompt class with arguments', async () => {
  class ReviewArgs {
    @Arg({ description: 'The code to review' }) code!: string;

    @Arg({ title: 'Language' })
    @IsOptional()
    @IsIn(['typescript', 'go'])
    language?: string;

    @Arg() tone = 'kind';
  }

  @Prompt({ title: 'Review', args: ReviewArgs })
  class CodeReviewPrompt implements PromptHandler<ReviewArgs> {
    render = ({ code, language, tone }: ReviewArgs) => user(`Be ${tone} with this ${language ?? 'code'}: ${code}`);
  }

  const runtime = new Runtime({ prompts: [CodeReviewPrompt] });
  expect(await runtime.prompts.list()).toEqual({
    prompts: [
      {
        name: 'code_review',
        title: 'Review',
        arguments: [
          { name: 'code', description: 'The code to review', required: true },
          { name: 'language', title: 'Language', description: 'one of typescript, go', required: false },
          { name: 'tone', required: false },
        ],
        _meta: {
          'dev.cuecard/schema': {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            type: 'object',
            properties: {
              code: { description: 'The code to review', type: 'string' },
              language: { title: 'Language', type: 'string', enum: ['typescript', 'go'] },
              tone: { type: 'string', default: 'kind' },
            },
            required: ['code'],
            additionalProperties: false,
          },
        },
      },
    ],
  });
  const params = { name: 'code_review', arguments: { code: 'a+b', language: 'go' } };
  expect(await runtime.prompts.get(params)).toEqual({
    messages: [{ role: 'user', content: { type: 'text', text: 'Be kind with this go: a+b' } }],
  });
  await expect(runtime.prompts.get({ name: 'code_review', arguments: { language: '$value' } })).rejects.toMatchObject({
    code: -32602,
    data: {
      prompt: 'code_review',
      errors: [
        missingArgument('code'),
        argumentFault(
          'language',
          'isIn',
          'language must be one of the following values: typescript, go',
          'one of typescript, go',
        ),
      ],
    },
  });
});

test('Arg({ items }) accepts a trailing comma and rejects empty items', async () => {
  class ListArgs {
    @Arg({ items: String, allowEmpty: true }) @IsOptional() words?: string[];
    @Arg({ items: Number }) @IsOptional() days?: number[];
  }
  @Prompt({ args: ListArgs })
  class Lists implements PromptHandler<ListArgs> {
    render = (args: ListArgs) => JSON.stringify(args);
  }
  const runtime = new Runtime({ prompts: [Lists] });
  const listOf = async (name: keyof ListArgs, text: string): Promise<unknown> => {
    try {
      const { messages } = await runtime.prompts.get({ name: 'lists', arguments: { [name]: text } });
      const [{ content }] = messages as unknown as [{ content: { text: string } }];
      return (JSON.parse(content.text) as ListArgs)[name];
    } catch (error) {
      if (error instanceof InvalidArgumentsError) return error.errors;
      throw error;
    }
  };
  const empty = (argument: string) =>
    argumentFault(argument, 'isNotEmpty', `${argument} must not be empty`, 'not empty');
  const texts = ['a', 'a,', ' a , b , ', '', '  ', ',', ',a', 'a,,b', 'a,,', '["a",""]'];
  const words = await Promise.all(texts.map(async (text) => listOf('words', text)));
  expect(words).toEqual([
    ['a'],
    ['a'],
    ['a', 'b'],
    [],
    [],
    [empty('words[0]')],
    [empty('words[0]')],
    [empty('words[1]')],
    [empty('words[1]')],
    ['a', ''],
  ]);
  expect([await listOf('days', '1, 2,'), await listOf('days', '1,,x')]).toEqual([
    [1, 2],
    [
      empty('days[1]'),
      { argument: 'days[2]', rule: 'isNumber', message: 'days[2] must be a number', expected: 'a number' },
    ],
  ]);
});

describe('Arg without description', () => {
  /** The metadata of `@ApiProperty()` in @nestjs/swagger, with which checks/projects/shared/ecosystem tests it. */
  const ApiProperty = (options: object) => Reflect.metadata('swagger/apiModelProperties', options);

  test('has the description of @ApiProperty()', async () => {
    class Base {
      @Arg() @ApiProperty({ description: 'Its number' }) id!: string;
      @Arg() @ApiProperty({ description: 7 }) line!: string;
      @Arg({ description: '' }) @ApiProperty({ description: 'Not shown' }) note!: string;
    }
    class Args extends Base {
      @Arg({ description: 'Its owner' }) @ApiProperty({ description: 'Not shown' }) owner!: string;
    }
    @Prompt({ args: Args })
    class Close implements PromptHandler<Args> {
      render = () => '';
    }
    const [listed] = (await new Runtime({ prompts: [Close] }).prompts.list()).prompts;
    expect(listed?.arguments?.map(({ name, description }) => [name, description])).toEqual([
      ['id', 'Its number'],
      ['line', undefined],
      ['note', undefined],
      ['owner', 'Its owner'],
    ]);
  });
});

describe('Arg({ type })', () => {
  /** A runtime with one prompt, `shows`, that returns its only argument, `value`, as JSON. */
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

  test('accepts any kind of function that returns the type', async () => {
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

  test('accepts a class that the compiler turned into a function', async () => {
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

  test('rejects a function that does not return a type', () => {
    const nothing = function () {};
    expect(() => showing({ type: nothing })).toThrow(DefinitionError);
    expect(() => showing({ type: nothing })).toThrow(
      'Args.value has a function `type` that returns undefined. Return a class: @Arg({ type: () => Stop })',
    );
  });
});

describe('Prompt({ args }) at compile time', () => {
  // The compiler rejects this file if an expected error is missing.
  class ReviewArgs {
    @Arg() code!: string;
  }
  class OtherArgs {
    @Arg() path!: string;
  }

  test('rejects a render method whose arguments are not declared', () => {
    // @ts-expect-error render uses arguments that are not declared
    @Prompt({ args: ReviewArgs })
    class Wrong {
      render = ({ path }: OtherArgs) => path;
    }
    // @ts-expect-error the prompt declares no arguments
    @Prompt({ name: 'none' })
    class Undeclared {
      render = ({ path }: OtherArgs) => path;
    }
    // @ts-expect-error nothing to render
    @Prompt()
    class Nothing {}
    // @ts-expect-error MCP has no system role
    @Prompt()
    class System {
      render = () => ({ role: 'system' as const, content: { type: 'text' as const, text: 'obey' } });
    }
    expect([Wrong, Undeclared, Nothing, System]).toHaveLength(4);
  });

  test('accepts a render method or function without parameters', () => {
    @Prompt({ args: ReviewArgs })
    class Ignores {
      render(): string {
        return '';
      }
    }
    @Prompt({ args: ReviewArgs })
    class Uses implements PromptHandler<ReviewArgs> {
      async render({ code }: ReviewArgs) {
        return [code];
      }
    }
    const prompts: PromptClass[] = [Ignores, Uses];
    expect(prompts).toHaveLength(2);
  });
});

class Amount {
  @Arg()
  @IsInt()
  @Max(9)
  amount!: number;

  @Arg() note = '';
}

describe('Prompt({ examples })', () => {
  test('adds valid examples to the definition', () => {
    @Prompt({ name: 'count', args: Amount, examples: [{ amount: 3 }, { amount: 9, note: 'all' }] })
    class Count implements PromptHandler<Amount> {
      render = ({ amount }: Amount) => `Count to ${amount}`;
    }
    const { registry } = new Runtime({ prompts: [Count] });
    expect(registry.get('count')?.examples).toEqual([{ amount: 3 }, { amount: 9, note: 'all' }]);
  });

  test('adds examples to schemas with wire names and wire values', async () => {
    class Trip {
      @Arg({ name: 'leave_on' }) leaveOn!: Date;
      @Arg({ type: { Bus: 'bus', Train: 'train' } }) by = 'bus';
    }
    const examples = [{ leaveOn: new Date('2026-05-04'), by: 'train' }];
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
    const expected = { examples: [{ leave_on: '2026-05-04T00:00:00.000Z', by: 'train' }], required: ['leave_on'] };
    expect(schemas).toEqual([1, 2, 3].map(() => expect.objectContaining(expected)));
  });

  test('shows an example in the form that asks the user for missing arguments', async () => {
    @Prompt({ name: 'count', title: 'Count', args: Amount, examples: [{ note: 'x', amount: 3 }] })
    class Count implements PromptHandler<Amount> {
      render = ({ amount }: Amount) => `Count to ${amount}`;
    }
    const questions: string[] = [];
    const elicit = async ({ message }: ElicitRequest) => {
      questions.push(message);
      return { action: 'accept' as const, content: { amount: 4 } };
    };
    const client = { revision: '2025-11-25', capabilities: { elicitation: {} } };
    const runtime = new Runtime({ prompts: [Count], askForMissing: true });
    const { messages } = await runtime.prompts.get({ name: 'count' }, { elicit, client });
    expect(questions).toEqual(['What should "Count" use as amount (such as 3)?']);
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Count to 4' } }]);
  });

  test('rejects examples with invalid, missing or unknown arguments', () => {
    @Prompt({ name: 'count', args: Amount, examples: [{ amount: 3 }, { amount: 10 }] })
    class Count implements PromptHandler<Amount> {
      render = () => '';
    }
    @Tool({ name: 'add', args: Amount, examples: [{ note: 'a' }] })
    class Add implements ToolHandler<Amount> {
      call = () => '';
    }
    const faultsOf = (make: () => unknown) => definitionFaults(make).map(({ type, problem }) => [type, problem]);
    expect(faultsOf(() => new Runtime({ prompts: [Count], tools: [Add] }))).toEqual([
      ['Count', 'has an invalid example (number 2): amount must not be greater than 9'],
      ['Add', 'has an invalid example: amount is required'],
    ]);
    const data = { name: 'd', args: [{ name: 'a' }], examples: [{ a: 'x', b: 1 }], render: () => '' };
    expect(faultsOf(() => definePrompt(data))).toEqual([
      ['d', 'has an invalid example: b is not a known argument; did you mean a?'],
    ]);
    const wrong = { name: 'd', examples: [5] as never, render: () => '' };
    expect(faultsOf(() => definePrompt(wrong))).toEqual([
      ['d', 'has the option "examples", which cannot be this array'],
    ]);
  });
});
