import {
  Arg,
  Complete,
  DefinitionError,
  definePack,
  fromServices,
  mount,
  Prompt,
  type PromptHandler,
  Registry,
  type Resolver,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { faultAt } from './support/faults.ts';

function faultsOf(options: RuntimeOptions): unknown {
  try {
    return [...new Runtime(options).registry.names()];
  } catch (error) {
    if (error instanceof DefinitionError) return error.faults;
    throw error;
  }
}

describe('Prompt()', () => {
  test('rejects a class whose render is missing or not a function', () => {
    class Silent {
      constructor(readonly people: object = {}) {}
      reply = () => '';
    }
    class Odd {
      readonly name = 'odd';
    }
    (Odd.prototype as { render?: unknown }).render = 'text';
    for (const type of [Silent, Odd]) Prompt()(type as never);
    const fault = {
      id: 'method-missing',
      problem: 'has no method `render`',
      remedy: 'Add a method render(args, context) that returns the result',
    };
    expect(faultsOf({ prompts: [Silent, Odd] as never[] })).toEqual([
      { where: 'Silent', type: 'Silent', ...fault },
      { where: 'Odd', type: 'Odd', ...fault },
    ]);
  });

  test('accepts a render method that is a property, inherited, or behind a proxy', () => {
    @Prompt()
    class ByProperty implements PromptHandler {
      render = () => '';
    }
    abstract class Parent {
      render() {
        return '';
      }
    }
    @Prompt()
    class ByParent extends Parent {}
    @Prompt()
    class ByParentsProperty extends ByProperty {}
    const methods = { render: () => '' };
    class Assigned {
      readonly made = Object.assign(this, methods);
    }
    const ByProxy = new Proxy(ByProperty, {});
    for (const type of [Assigned, ByProxy]) Prompt({ name: type === ByProxy ? 'by_proxy' : 'assigned' })(type as never);
    const prompts = [ByParent, ByParentsProperty, Assigned, ByProxy] as never[];
    expect(faultsOf({ prompts })).toEqual(['assigned', 'by_parent', 'by_parents_property', 'by_proxy']);
  });
});

describe('Complete()', () => {
  class CityArgs {
    @Arg() city!: string;
  }

  test('rejects two methods for one argument and names both', () => {
    @Prompt({ args: CityArgs })
    class Twice implements PromptHandler<CityArgs> {
      render = () => '';

      @Complete('city')
      near() {
        return ['Bern'];
      }

      @Complete('city')
      far() {
        return ['Lima'];
      }
    }
    expect(faultsOf({ prompts: [Twice] })).toEqual([
      faultAt(
        'Twice',
        'completion-ambiguous',
        'completes "city" with two methods: near and far',
        'Remove one of the two @Complete() decorators',
      ),
    ]);
  });

  test('prefers the method of a subclass to the method of its parent', async () => {
    @Prompt({ args: CityArgs })
    class Parent implements PromptHandler<CityArgs> {
      render = () => '';

      @Complete('city')
      near() {
        return ['Bern'];
      }
    }
    @Prompt({ args: CityArgs })
    class Child extends Parent {
      @Complete('city')
      @Complete('city')
      far() {
        return ['Lima'];
      }
    }
    const runtime = new Runtime({ prompts: [Parent, Child] });
    const complete = async (name: string) => {
      const argument = { name: 'city', value: '' };
      return (await runtime.complete({ ref: { type: 'ref/prompt', name }, argument })).completion.values;
    };
    expect([await complete('parent'), await complete('child')]).toEqual([['Bern'], ['Lima']]);
  });
});

describe('RuntimeOptions.resolver', () => {
  test('rejects a mount whose resolver is not a function', () => {
    const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [] });
    expect(() => new Registry([mount(pack, { resolver: {} as never })])).toThrow(
      'desk has the option "resolver", which cannot be this object. Use fromContainer(container) from @cuecard/tsyringe, ',
    );
  });

  @Prompt()
  class Plain implements PromptHandler {
    render = () => '';
  }

  test('rejects a value that is not a function', () => {
    const container = { resolve: () => new Plain() };
    const remedy =
      'use fromContainer(container) from @cuecard/tsyringe, fromServices([…]), or a function (type, context)';
    for (const [resolver, shown] of [
      [container, 'this object'],
      [null, 'null'],
      ['container', '"container"'],
    ])
      expect(() => new Runtime({ prompts: [Plain], resolver: resolver as never })).toThrow(
        new TypeError(`Runtime has the option "resolver", which cannot be ${shown as string}; ${remedy}`),
      );
  });

  test('accepts undefined', () => {
    const resolvers: (Resolver | undefined)[] = [undefined, fromServices([]), (type) => new type()];
    expect(resolvers.map((resolver) => faultsOf({ prompts: [Plain], ...(resolver && { resolver }) }))).toEqual(
      resolvers.map(() => ['plain']),
    );
    expect(faultsOf({ prompts: [Plain], resolver: undefined } as never)).toEqual(['plain']);
  });
});

describe('fromServices() with a constructor parameter without a class', () => {
  interface Clock {
    readonly year: number;
  }
  class People {}
  const remedyOfServices = 'Use only classes as parameter types, and import them without `type`';

  test('reports the position and name of the parameter', () => {
    @Prompt()
    class Lost implements PromptHandler {
      constructor(
        readonly people: People,
        readonly clock: Clock,
        readonly names: string[],
      ) {}
      render = () => '';
    }
    expect(faultsOf({ prompts: [Lost], resolver: fromServices([[People, new People()]]) })).toEqual([
      faultAt(
        'Lost',
        'constructor-types-missing',
        'has constructor parameters whose types are not classes at run time: number 2 (clock) and number 3 (names)',
        remedyOfServices,
      ),
    ]);
  });

  test('reports only the position if the name is unknown', () => {
    @Prompt()
    class Odd implements PromptHandler {
      constructor(readonly options: Partial<Clock> = { year: Math.max(1, 2) }) {}
      render = () => '';
    }
    @Prompt()
    class Inherits extends Odd {}
    const id = 'constructor-types-missing';
    const problem = 'has a constructor parameter whose type is not a class at run time: number 1';
    expect(faultsOf({ prompts: [Odd, Inherits], resolver: fromServices([]) })).toEqual([
      { where: 'Inherits', type: 'Inherits', id, problem, remedy: remedyOfServices },
      { where: 'Odd', type: 'Odd', id, problem, remedy: remedyOfServices },
    ]);
  });

  test('reports the whole constructor if the compiler emitted no types', () => {
    class Untyped implements PromptHandler {
      constructor(readonly people: object) {}
      render = () => '';
    }
    Prompt()(Untyped);
    expect(faultsOf({ prompts: [Untyped], resolver: fromServices([]) })).toEqual([
      faultAt(
        'Untyped',
        'constructor-types-missing',
        'has constructor parameters whose types the compiler did not emit',
        'Decorate the class, and compile it with emitDecoratorMetadata',
      ),
    ]);
  });
});
