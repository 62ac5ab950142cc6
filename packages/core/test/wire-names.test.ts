import {
  Arg,
  type CallOptions,
  type Class,
  Complete,
  type CompletionContext,
  InvalidArgumentsError,
  Prompt,
  type PromptHandler,
  type RequestContext,
  Runtime,
  user,
  sectionOf,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, MaxLength, ValidateNested } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';

class Item {
  @Arg({ name: 'sku_code' }) @MaxLength(3) skuCode!: string;
}
class OrderArgs {
  @Arg({ name: 'order_id', description: 'Its number' })
  @IsInt()
  @Max(99)
  orderId!: number;

  @Arg({ name: 'line_items', items: Item }) @IsOptional() lineItems?: Item[];

  @Arg({ name: 'placed_by' })
  @Transform(({ value }: { value: string }) => value.trim())
  placedBy = 'nobody';
}

const seen: unknown[] = [];

@Prompt({ args: OrderArgs })
class Order implements PromptHandler<OrderArgs> {
  render(args: OrderArgs) {
    seen.push({ ...args });
    return 'ordered';
  }
  @Complete('orderId')
  ids(typed: string, { arguments: others }: CompletionContext) {
    seen.push(others);
    return [`${typed}1`];
  }
}

const silent = { error: () => {}, warn: () => {} };
const runtime = new Runtime({ prompts: [Order], logger: silent });

async function errorsOf(answer: Promise<unknown>): Promise<unknown> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  if (error instanceof InvalidArgumentsError) return error.errors.map(({ argument, message }) => [argument, message]);
  throw new Error('It was not refused', { cause: error });
}

function faultsOf(args: Class, decorate: (prototype: object) => void = () => {}): unknown {
  class Uses {
    render = () => '';
    suggest = () => [];
  }
  decorate(Uses.prototype);
  Prompt({ args })(Uses);
  return definitionFaults(() => new Runtime({ prompts: [Uses] }));
}

describe('@Arg({ name })', () => {
  test('renames the argument in the list and the schema', () => {
    const { entry } = runtime.registry.get('order') as { entry: { arguments?: unknown; _meta?: object } };
    expect(entry).toEqual({
      name: 'order',
      arguments: [
        { name: 'order_id', description: 'Its number: an integer, at most 99', required: true },
        { name: 'line_items', description: 'a JSON array, each a JSON object', required: false },
        { name: 'placed_by', required: false },
      ],
      _meta: {
        'dev.cuecard/schema': {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: {
            order_id: { type: 'integer', maximum: 99, description: 'Its number' },
            line_items: { type: 'array', items: { $ref: '#/$defs/Item' } },
            placed_by: { default: 'nobody' },
          },
          required: ['order_id'],
          additionalProperties: false,
          $defs: {
            Item: {
              type: 'object',
              properties: { sku_code: { type: 'string', maxLength: 3 } },
              required: ['sku_code'],
              additionalProperties: false,
            },
          },
        },
      },
    });
  });

  test('assigns the value to its property, even if nested or transformed', async () => {
    seen.length = 0;
    const args = { order_id: '7', line_items: '[{"sku_code":"a1"}]', placed_by: ' Ada ' };
    await runtime.prompts.get({ name: 'order', arguments: args });
    expect(seen).toEqual([{ orderId: 7, lineItems: [{ skuCode: 'a1' }], placedBy: 'Ada' }]);
  });

  test('reports errors under the wire name, in the order of the class', async () => {
    const get = async (args: Record<string, string>) =>
      errorsOf(runtime.prompts.get({ name: 'order', arguments: args }));
    expect([
      await get({ placed_by: 'x', line_items: '[{"sku_code":"long"},{}]', order_id: '100' }),
      await get({ orderId: '5', line_items: '[{"skuCode":"a"}]' }),
      await get({ order_id: 'x' }),
    ]).toEqual([
      [
        ['order_id', 'order_id must not be greater than 99'],
        ['line_items[0].sku_code', 'line_items[0].sku_code must be shorter than or equal to 3 characters'],
        ['line_items[1].sku_code', 'line_items[1].sku_code is required'],
      ],
      [
        ['order_id', 'order_id is required'],
        [
          'line_items[0].skuCode',
          'line_items[0].skuCode is not a known argument; did you mean line_items[0].sku_code?',
        ],
        ['line_items[0].sku_code', 'line_items[0].sku_code is required'],
        ['orderId', 'orderId is not a known argument; did you mean order_id?'],
      ],
      [['order_id', 'order_id must be a number']],
    ]);
  });

  test('uses the property name in process, for values and errors', async () => {
    seen.length = 0;
    await runtime.prompts.render(Order, { orderId: 7, lineItems: [{ skuCode: 'a1' }], placedBy: ' Eve ' });
    expect(seen).toEqual([{ orderId: 7, lineItems: [{ skuCode: 'a1' }], placedBy: 'Eve' }]);
    const wrong = { orderId: 100, lineItems: [{ skuCode: 'long' }], order_id: 5 };
    expect(await errorsOf(runtime.prompts.render(Order, wrong))).toEqual([
      ['orderId', 'orderId must not be greater than 99'],
      ['lineItems[0].skuCode', 'lineItems[0].skuCode must be shorter than or equal to 3 characters'],
      ['order_id', 'order_id is not a known argument; did you mean orderId?'],
    ]);
    const checked = () => [
      runtime.prompts.render(Order, { orderId: 7 }),
      // @ts-expect-error -- in process an argument has the name of its property
      runtime.prompts.render(Order, { order_id: 7 }),
    ];
    expect(checked).toBeInstanceOf(Function);
  });

  test('completes the wire name with the @Complete() method of the property', async () => {
    seen.length = 0;
    const complete = async (name: string) => {
      const ref = { type: 'ref/prompt', name: 'order' } as const;
      const context = { arguments: { placed_by: 'Ada', order_id: '4' } };
      return (await runtime.complete({ ref, argument: { name, value: '1' }, context })).completion.values;
    };
    expect([await complete('order_id'), await complete('orderId'), seen]).toEqual([
      ['11'],
      [],
      [{ placedBy: 'Ada', orderId: 4 }],
    ]);
  });

  test('uses the wire name in forms, and assigns responses to the property', async () => {
    const answers: unknown[] = [];
    @Prompt()
    class Asks implements PromptHandler {
      async render(_args: object, context: RequestContext) {
        answers.push({ ...(await context.ask(OrderArgs, 'Which order?')) });
        return '';
      }
    }
    const elicit: CallOptions['elicit'] = async ({ requestedSchema }) => {
      answers.push(Object.keys(requestedSchema.properties), requestedSchema.required);
      return { action: 'accept', content: { order_id: 8, placed_by: ' Ada ' } };
    };
    const asking = new Runtime({ prompts: [Asks, Order], askForMissing: true, logger: silent });
    await asking.prompts.get({ name: 'asks' }, { elicit });
    await asking.prompts.get({ name: 'order', arguments: { placed_by: 'Eve' } }, { elicit });
    expect(answers).toEqual([
      ['order_id', 'line_items', 'placed_by'],
      ['order_id'],
      { orderId: 8, placedBy: 'Ada' },
      ['order_id', 'placed_by'],
      ['order_id'],
    ]);
  });

  test('warns about an interpolated argument under its property name', async () => {
    const warnings: string[] = [];
    class NoteArgs {
      @Arg({ name: 'the_note' }) note!: string;
    }
    @Prompt({ args: NoteArgs })
    class Notes implements PromptHandler<NoteArgs> {
      render = ({ note }: NoteArgs) => user`Look at ${note}`;
    }
    const logger = { error: () => {}, warn: (line: string) => warnings.push(line) };
    await new Runtime({ prompts: [Notes], logger }).prompts.get({ name: 'notes', arguments: { the_note: 'this' } });
    expect(warnings).toEqual([
      `Prompt "notes" interpolates the argument "note" without untrusted(…). Wrap it in untrusted(…), or in trusted(…) if the model may follow instructions in it. See ${sectionOf('argument-unmarked')}`,
    ]);
  });

  test('accepts the property name of another argument', async () => {
    class Swapped {
      @Arg({ name: 'to' }) from!: string;
      @Arg({ name: 'from' }) to!: string;
    }
    @Prompt({ args: Swapped })
    class Swaps implements PromptHandler<Swapped> {
      render = ({ from, to }: Swapped) => `${from} to ${to}`;
    }
    const { messages } = await new Runtime({ prompts: [Swaps] }).prompts.get({
      name: 'swaps',
      arguments: { from: 'Chur', to: 'Bern' },
    });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Bern to Chur' } }]);
  });

  test('rejects invalid and duplicate wire names', () => {
    class Odd {
      @Arg({ name: '' }) empty = '';
      @Arg({ name: '__proto__' }) kept = '';
      @Arg({ name: 5 as never }) number = '';
      @Arg({ name: 'number' }) other = '';
      @Arg() plain = '';
      @Arg({ name: 'plain' }) twin = '';
    }
    const remedy = 'Give @Arg() a name of letters, digits, "_", "-" and "$" that is not __proto__';
    const id = 'argument-name-invalid';
    const problem = 'has a name that is invalid in requests';
    expect(faultsOf(Odd)).toEqual([
      { where: 'Odd.empty', type: 'Odd', property: 'empty', id, problem, remedy },
      { where: 'Odd.kept', type: 'Odd', property: 'kept', id, problem, remedy },
      { where: 'Odd.number', type: 'Odd', property: 'number', id, problem, remedy },
      faultAt(
        'Odd.twin',
        'argument-name-taken',
        'and Odd.plain both have the name "plain" in requests',
        'Give one of them another name',
      ),
    ]);
  });

  test('rejects @Complete() with the wire name, and suggests the property', () => {
    const decorate = (prototype: object) => Complete('order_id')(prototype, 'suggest', {} as never);
    expect(faultsOf(OrderArgs, decorate)).toEqual([
      faultAt(
        'Uses',
        'completion-unknown',
        'completes "order_id", which is not one of its arguments',
        'Name "orderId" in @Complete()',
      ),
    ]);
  });

  test('reports the path of a fault inside a class without @Arg()', async () => {
    class Place {
      @MaxLength(2) country!: unknown;
    }
    class Address {
      @MaxLength(3) city!: unknown;
      @ValidateNested() place = Object.assign(new Place(), { country: 'CHE' });
    }
    class HomeArgs {
      @Arg({ name: 'home_address' }) address!: Address;

      @Arg({ items: Address })
      @IsOptional()
      @ValidateNested({ message: '$property is odd' })
      others?: Address[];
    }
    @Prompt({ args: HomeArgs })
    class Home implements PromptHandler<HomeArgs> {
      render = () => '';
    }
    const homes = new Runtime({ prompts: [Home] });
    const args = { home_address: '{"city":5}', others: '[{"city":"Chur"}]' };
    const rule = 'must be shorter than or equal to';
    expect([
      await errorsOf(homes.prompts.get({ name: 'home', arguments: args })),
      await errorsOf(homes.prompts.render(Home, { address: { city: 5, place: { country: 'CHE' } } })),
    ]).toEqual([
      [
        ['home_address.city', `home_address.city ${rule} 3 characters`],
        ['home_address.place.country', `home_address.place.country ${rule} 2 characters`],
        ['others[0].city', `others[0].city ${rule} 3 characters`],
        ['others[0].place.country', `others[0].place.country ${rule} 2 characters`],
      ],
      [['address.city', `address.city ${rule} 3 characters`]],
    ]);
  });
});
