import { describe, expect, test } from '@jest/globals';
import { Arg, Field, Runtime, Tool, type ToolHandler, text } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

describe('@Tool', () => {
  test('lists and calls a tool with arguments and an output', async () => {
    class Line {
      @Arg({ description: 'The article number' }) article!: string;

      @Arg()
      @IsInt()
      @Min(1)
      quantity = 1;
    }

    class NewOrder {
      @Arg({ items: Line, description: 'What to order' }) lines!: Line[];

      @Arg()
      @IsOptional()
      @IsIn(['post', 'courier'])
      delivery?: string;
    }

    class Order {
      @Field({ description: 'Its number' }) id!: string;
      @Field() placed!: Date;
      @Field() @Max(1000) total!: number;
    }

    @Tool({
      title: 'Create an order',
      description: 'Creates an order',
      args: NewOrder,
      output: Order,
      annotations: { destructiveHint: false },
      _meta: { 'com.example/ui': 'ui://order' },
    })
    class CreateOrderTool implements ToolHandler<NewOrder, Order> {
      call({ lines, delivery }: NewOrder): Order {
        const total = lines.reduce((sum, { quantity }) => sum + quantity * 10, 0);
        const isInstance = lines.every((line) => line instanceof Line);
        return { id: `${delivery}-${isInstance}`, placed: new Date('2026-05-01T10:00:00Z'), total };
      }
    }

    const runtime = new Runtime({ tools: [CreateOrderTool] });
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(await runtime.tools.list()).toEqual({
      tools: [
        {
          name: 'create_order',
          title: 'Create an order',
          description: 'Creates an order',
          inputSchema: {
            $schema,
            type: 'object',
            properties: {
              lines: { description: 'What to order', type: 'array', items: { $ref: '#/$defs/Line' } },
              delivery: { type: 'string', enum: ['post', 'courier'] },
            },
            required: ['lines'],
            additionalProperties: false,
            $defs: {
              Line: {
                type: 'object',
                properties: {
                  article: { description: 'The article number', type: 'string' },
                  quantity: { type: 'integer', minimum: 1, default: 1 },
                },
                required: ['article'],
                additionalProperties: false,
              },
            },
          },
          outputSchema: {
            $schema,
            type: 'object',
            properties: {
              id: { description: 'Its number', type: 'string' },
              placed: { type: 'string', format: 'date-time' },
              total: { type: 'number', maximum: 1000 },
            },
            required: ['id', 'placed', 'total'],
            additionalProperties: false,
          },
          annotations: { destructiveHint: false },
          _meta: { 'com.example/ui': 'ui://order' },
        },
      ],
    });
    const order = { id: 'post-true', placed: '2026-05-01T10:00:00.000Z', total: 30 };
    const answer = { content: [{ type: 'text', text: JSON.stringify(order) }], structuredContent: order };
    const lines = [{ article: 'a', quantity: 2 }, { article: 'b' }];
    const params = { name: 'create_order', arguments: { lines, delivery: 'post' } };
    expect(await runtime.tools.call(params)).toEqual(answer);
    expect(await runtime.methods.get('tools/call')?.answer(params)).toEqual(answer);
    expect(
      await runtime.tools.run(CreateOrderTool, { lines: [{ article: 'a', quantity: 3 }], delivery: 'post' }),
    ).toEqual({ content: [{ type: 'text', text: JSON.stringify(order) }], structuredContent: order });
  });

  test('lists a tool without arguments and returns nested text content', async () => {
    @Tool()
    class Status implements ToolHandler {
      call() {
        return ['All is well', [text('since Monday')]];
      }
    }
    const runtime = new Runtime({ tools: [Status] });
    expect(await runtime.tools.list()).toEqual({
      tools: [{ name: 'status', inputSchema: { type: 'object', additionalProperties: false } }],
    });
    const answer = {
      content: [
        { type: 'text', text: 'All is well' },
        { type: 'text', text: 'since Monday' },
      ],
    };
    expect(await runtime.tools.call({ name: 'status' })).toEqual(answer);
    expect(await runtime.tools.call({ name: 'status', arguments: {} })).toEqual(answer);
  });

  test('does not compile if the call method contradicts the options', () => {
    class Id {
      @Arg() id!: string;
    }
    class Order {
      @Field() total!: number;
    }
    // @ts-expect-error -- `call` takes other arguments
    @Tool({ args: Id })
    class OtherArgs implements ToolHandler<Order> {
      call({ total }: Order) {
        return String(total);
      }
    }
    // @ts-expect-error -- `call` returns another object
    @Tool({ args: Id, output: Order })
    class OtherOutput {
      call({ id }: Id) {
        return { id };
      }
    }
    // @ts-expect-error -- `call` returns one order
    @Tool({ output: [Order] })
    class OneOfAList {
      call() {
        return { total: 1 };
      }
    }
    // @ts-expect-error -- an object is not text
    @Tool()
    class NoText {
      call() {
        return { total: 1 };
      }
    }
    @Tool({ output: [Order] })
    class Listed implements ToolHandler<object, Order[]> {
      async call() {
        return [{ total: 1 }];
      }
    }
    const tools = [OtherArgs, OtherOutput, OneOfAList, NoText, Listed];
    const names = tools.map(({ name }) => name.length);
    expect(names).toEqual([9, 11, 10, 6, 6]);
    // @ts-expect-error -- the tool takes an id
    const wrong = () => new Runtime({ tools: [Listed] }).tools.run(OtherArgs, { id: 1 });
    expect(wrong).toBeInstanceOf(Function);
  });
});
