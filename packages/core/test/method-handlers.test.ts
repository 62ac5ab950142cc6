import {
  Arg,
  Complete,
  definePack,
  type DefinitionFault,
  DefinitionError,
  Field,
  fromServices,
  mount,
  NotFoundError,
  Prompt,
  type RegistryEntry,
  RequestContext,
  Resource,
  Runtime,
  Tool,
  user,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsInt, Max } from 'class-validator';

const logger = { error() {}, warn() {} };

class Repository {
  find = (id: number) => ({ id, city: 'Bern' });
}

class OrderId {
  @Arg()
  @IsInt()
  @Max(99)
  id!: number;
}
class NewOrder {
  @Arg() city!: string;
}
class Order {
  @Field() id!: number;
  @Field() city!: string;
}

/** Containers need a decorator on the class, so that the compiler emits the types of its parameters. */
const injectable = () => (_type: Function) => {};

@injectable()
class Orders {
  constructor(private readonly repository: Repository) {}

  @Prompt({ description: 'Explains an order' })
  explain({ id }: OrderId, context: RequestContext) {
    return user`Explain ${this.repository.find(id).city}, ${context.auth?.principal ?? 'guest'}.`;
  }

  @Tool({ output: Order })
  create({ city }: NewOrder): Order {
    return { id: 7, city };
  }

  @Tool()
  markPaid() {
    return 'paid';
  }

  @Tool({ name: 'who' })
  caller(context: RequestContext) {
    return `called by ${context.auth?.principal}`;
  }

  @Resource({ uri: 'orders://{id}' })
  order({ id }: OrderId) {
    return this.repository.find(id);
  }

  @Complete('create', 'city')
  cities() {
    return ['Bern', 'Basel'];
  }
}

const resolver = fromServices([[Repository, new Repository()]]);
const runtimeOf = (...prompts: RegistryEntry[]) => new Runtime({ prompts, resolver, logger });

/** Returns the faults of a class. */
function faultsOf(...types: RegistryEntry[]): readonly DefinitionFault[] {
  try {
    runtimeOf(...types);
  } catch (error) {
    if (error instanceof DefinitionError) return error.faults;
    throw error;
  }
  return [];
}

describe('Class with handler methods', () => {
  test('lists a prompt, tools and a resource, named after the methods', async () => {
    const runtime = runtimeOf(Orders);
    const { prompts } = await runtime.prompts.list();
    const { tools } = await runtime.tools.list();
    const { resourceTemplates } = (await runtime.resources?.listTemplates()) ?? {};
    expect(prompts).toMatchObject([
      { name: 'explain', description: 'Explains an order', arguments: [{ name: 'id', required: true }] },
    ]);
    expect(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
      ['create', ['city']],
      ['mark_paid', []],
      ['who', []],
    ]);
    expect(tools[0]?.outputSchema).toMatchObject({ required: ['id', 'city'] });
    expect(resourceTemplates).toMatchObject([{ name: 'order', uriTemplate: 'orders://{id}' }]);
  });

  test('calls the methods of a constructed instance with validated arguments', async () => {
    const runtime = runtimeOf(Orders);
    expect(await runtime.prompts.get({ name: 'explain', arguments: { id: '5' } })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Explain Bern, guest.' } }],
    });
    await expect(runtime.prompts.get({ name: 'explain', arguments: { id: '100' } })).rejects.toMatchObject({
      errors: [{ argument: 'id', rule: 'max' }],
    });
    expect(await runtime.tools.call({ name: 'create', arguments: { city: 'Bern' } })).toMatchObject({
      structuredContent: { id: 7, city: 'Bern' },
    });
    const contents = [{ uri: 'orders://5', mimeType: 'application/json', text: '{"id":5,"city":"Bern"}' }];
    expect(await runtime.resources?.read({ uri: 'orders://5' })).toEqual({ contents });
  });

  test('passes no arguments to a method without parameters or with only the context', async () => {
    const runtime = runtimeOf(Orders);
    const auth = { principal: 'ada', scopes: [] };
    expect(await runtime.tools.call({ name: 'mark_paid' })).toEqual({ content: [{ type: 'text', text: 'paid' }] });
    expect(await runtime.tools.call({ name: 'who' }, { auth })).toEqual({
      content: [{ type: 'text', text: 'called by ada' }],
    });
    expect(await runtime.tools.call({ name: 'mark_paid', arguments: { x: 1 } })).toMatchObject({ isError: true });
  });

  test('completes an argument of the handler that @Complete names', async () => {
    class Both {
      @Prompt() summary(_args: NewOrder) {
        return '';
      }
      @Prompt() letter(_args: NewOrder) {
        return '';
      }
      @Complete('summary', 'city') forSummary() {
        return ['Bern'];
      }
      @Complete('letter', 'city') forLetter() {
        return ['Basel'];
      }
    }
    const complete = async (name: string) => {
      const ref = { type: 'ref/prompt' as const, name };
      return (await runtimeOf(Both).complete({ ref, argument: { name: 'city', value: '' } })).completion.values;
    };
    expect([await complete('summary'), await complete('letter')]).toEqual([['Bern'], ['Basel']]);
  });

  test('completes an argument if @Complete names no handler and the class has only one', async () => {
    class Trips {
      @Prompt() trip(_args: NewOrder) {
        return '';
      }
      @Complete('city') cities() {
        return ['Bern'];
      }
    }
    const ref = { type: 'ref/prompt' as const, name: 'trip' };
    const { completion } = await runtimeOf(Trips).complete({ ref, argument: { name: 'city', value: 'b' } });
    expect(completion.values).toEqual(['Bern']);
  });

  test('renders and runs a method in process with typed arguments', async () => {
    const { prompts, tools, resources, registry } = runtimeOf(Orders);
    expect((await prompts.render(Orders, 'explain', { id: 5 })).messages).toHaveLength(1);
    expect(await tools.run(Orders, 'create', { city: 'Bern' })).toMatchObject({ structuredContent: { id: 7 } });
    expect(await tools.run(Orders, 'caller', {}, { auth: { principal: 'ada', scopes: [] } })).toMatchObject({
      content: [{ text: 'called by ada' }],
    });
    expect((await resources?.readAs(Orders, 'order', { id: 5 }))?.contents).toMatchObject([{ uri: 'orders://5' }]);
    await expect(prompts.render(Orders, 'create', { city: 'x' })).rejects.toThrow(NotFoundError);
    expect(registry.of(Orders, 'create')?.name).toBe('create');
    const checked = () => [
      // @ts-expect-error -- an argument of another type
      prompts.render(Orders, 'explain', { id: '5' }),
      // @ts-expect-error -- not a method of the class
      tools.run(Orders, 'delete', {}),
    ];
    expect(checked).toBeInstanceOf(Function);
  });

  test('adds the prefix of its pack to each name', async () => {
    const pack = definePack({ name: 'pack', version: '1.0.0', tools: [Orders] });
    const runtime = new Runtime({ tools: [mount(pack, { prefix: 'desk', only: ['create'] })], resolver, logger });
    expect(runtime.registry.names('tool')).toEqual(['desk_create']);
    expect(await runtime.tools.run(Orders, 'create', { city: 'Bern' })).toMatchObject({
      structuredContent: { city: 'Bern' },
    });
  });

  test('calls Resolver.invoke around the method', async () => {
    const seen: unknown[] = [];
    const invoke: typeof resolver.invoke = async (invocation) => {
      const parameters = await invocation.bind();
      seen.push([invocation.method, parameters.length]);
      const handler = (await invocation.construct()) as Record<string, (...given: readonly unknown[]) => unknown>;
      return handler[String(invocation.method)]?.(...parameters);
    };
    const runtime = new Runtime({
      prompts: [Orders],
      resolver: Object.assign(resolver.bind(undefined), { invoke }),
      logger,
    });
    await runtime.tools.call({ name: 'create', arguments: { city: 'Bern' } });
    await runtime.tools.call({ name: 'who' });
    expect(seen).toEqual([
      ['create', 2],
      ['caller', 1],
    ]);
  });
});

describe('Subclass of a class with handler methods', () => {
  class Base {
    @Tool({ description: 'Pays' })
    pay({ city }: NewOrder): string {
      return `base ${city}`;
    }
    @Tool() refund() {
      return 'refunded';
    }
  }

  test('keeps the declaration and arguments of an overridden method', async () => {
    class Shop extends Base {
      override pay({ city }: NewOrder) {
        return `shop ${city}`;
      }
      @Tool({ name: 'give_back' }) override refund() {
        return 'given back';
      }
    }
    const { tools } = runtimeOf(Shop);
    expect((await tools.list()).tools).toMatchObject([{ name: 'give_back' }, { name: 'pay', description: 'Pays' }]);
    expect(await tools.call({ name: 'pay', arguments: { city: 'Bern' } })).toMatchObject({
      content: [{ text: 'shop Bern' }],
    });
    expect((await runtimeOf(Base).tools.list()).tools.map(({ name }) => name)).toEqual(['pay', 'refund']);
  });

  test('causes a fault that names both classes if both are registered', () => {
    class Shop extends Base {}
    expect(faultsOf(Base, Shop)).toMatchObject([
      { where: 'Shop.pay', problem: expect.stringContaining('and Base.pay are both named "pay"') },
      { where: 'Shop.refund', problem: expect.stringContaining('and Base.refund are both named "refund"') },
    ]);
  });
});

describe('Registry with faulty handler methods', () => {
  test('rejects decorators on static methods, symbols and properties', () => {
    const key = Symbol('key');
    class Odd {
      static fixed() {
        return '';
      }
      [key]() {
        return '';
      }
      written = () => '';
    }
    const descriptor = (of: object, name: string | symbol) => Object.getOwnPropertyDescriptor(of, name) as never;
    Tool()(Odd, 'fixed', descriptor(Odd, 'fixed'));
    Tool()(Odd.prototype, key, descriptor(Odd.prototype, key));
    Tool()(Odd.prototype, 'written', undefined as never);
    expect(faultsOf(Odd).map(({ where, id, problem }) => [where, id, problem])).toEqual([
      ['Odd.Symbol(key)', 'method-invalid', 'has a symbol as its name'],
      ['Odd.written', 'method-invalid', 'is not a method'],
      ['Odd.fixed', 'method-invalid', 'is static'],
    ]);
  });

  test('rejects a method with two decorators, and a decorated class with decorated methods', () => {
    class Twice {
      @Tool() @Prompt() both() {
        return '';
      }
    }
    @Prompt()
    class Forms {
      @Tool() part() {
        return '';
      }
      render() {
        return '';
      }
    }
    expect(faultsOf(Twice, Forms)).toMatchObject([
      { where: 'Twice.both', id: 'class-of-two-kinds', problem: 'is decorated with both @Tool() and @Prompt()' },
      { where: 'Forms', id: 'class-of-both-forms', problem: 'is decorated with @Prompt(), and so is its method part' },
    ]);
  });

  test('rejects a first parameter that is not a class', () => {
    interface Shape {
      readonly city: string;
    }
    class Loose {
      @Tool() typed(_args: Shape) {
        return '';
      }
      @Tool() text(_text: string) {
        return '';
      }
      @Tool({ args: NewOrder }) given(args: Shape) {
        return args.city;
      }
    }
    const problem = 'has a first parameter whose type is not a class';
    expect(faultsOf(Loose)).toMatchObject([
      { where: 'Loose.typed', id: 'args-invalid', problem },
      {
        where: 'Loose.text',
        id: 'args-invalid',
        problem: 'has a first parameter that is a string, a number or a boolean',
        remedy: expect.stringContaining('as in text({ id }: OrderArgs)'),
      },
    ]);
  });

  test('names the method if its options have a fault', () => {
    class Wrong {
      @Tool({ name: 'not a name' }) paid() {
        return '';
      }
    }
    expect(faultsOf(Wrong)).toMatchObject([
      { where: 'Wrong.paid', type: 'Wrong', property: 'paid', id: 'name-invalid' },
    ]);
  });

  test('rejects @Complete() if its handler is ambiguous or unknown', () => {
    class Several {
      @Tool() one(_args: NewOrder) {
        return '';
      }
      @Tool() two(_args: NewOrder) {
        return '';
      }
      @Complete('city') any() {
        return [];
      }
      @Complete('tow', 'city') other() {
        return [];
      }
    }
    expect(faultsOf(Several)).toMatchObject([
      {
        where: 'Several.any',
        id: 'completion-ambiguous',
        remedy: "Name the handler first, as in @Complete('one', 'city')",
      },
      { where: 'Several.other', id: 'completion-unknown', remedy: 'Name "two" in @Complete()' },
    ]);
  });

  test('omits only the faulty method if onFault is isolate', async () => {
    class Mixed {
      @Tool() good() {
        return '';
      }
      @Tool() bad(_text: string) {
        return '';
      }
    }
    const runtime = new Runtime({ tools: [Mixed], onFault: 'isolate', logger });
    expect([runtime.registry.names('tool'), runtime.faults.map(({ where }) => where)]).toEqual([
      ['good'],
      ['Mixed.bad'],
    ]);
  });
});
