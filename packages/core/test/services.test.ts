import {
  Arg,
  definePack,
  fromServices,
  type Interceptor,
  Prompt,
  RequestContext,
  DefinitionError,
  type PromptHandler,
  Runtime,
  type RuntimeOptions,
  Tool,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { faultAt } from './support/faults.ts';
import { promptClass } from './support/prompts.ts';

abstract class Clock {
  abstract readonly year: number;
}
class People {
  has = (name: string) => name === 'Ada';
}
const now: Clock = { year: 2026 };

/** Makes the compiler emit the parameter types, as any decorator does. */
const Decorated = (_type: Function) => {};

function faultsOf(options: RuntimeOptions): unknown {
  try {
    return [...new Runtime(options).registry.names()];
  } catch (error) {
    if (error instanceof DefinitionError) return error.faults;
    throw error;
  }
}

const LOST = 'has a constructor parameter whose type is not a class at run time';

describe('fromServices()', () => {
  test('calls the methods of the instance that is registered for a class', async () => {
    class Orders {
      count = 0;
      @Tool()
      add() {
        return `${++this.count} orders`;
      }
    }
    const orders = new Orders();
    const runtime = new Runtime({ tools: [Orders], resolver: fromServices([[Orders, orders]]) });
    await runtime.tools.call({ name: 'add' });
    expect((await runtime.tools.call({ name: 'add' })).content).toEqual([{ type: 'text', text: '2 orders' }]);
    expect(orders.count).toBe(2);
  });

  test('rejects, at start-up, a handler that is registered as a promise', () => {
    const type = promptClass('Greeting');
    const resolver = fromServices([[type, Promise.resolve()]]);
    expect(faultsOf({ prompts: [type], resolver })).toEqual([expect.objectContaining({ id: 'service-not-awaited' })]);
  });

  test('injects services and RequestContext into prompts, validators and interceptors', async () => {
    const seen: unknown[] = [];
    @ValidatorConstraint({ name: 'isKnown' })
    class IsKnown implements ValidatorConstraintInterface {
      constructor(
        private readonly people: People,
        readonly context: RequestContext,
      ) {
        seen.push(context);
      }
      validate = (name: string) => this.people.has(name);
    }
    @Decorated
    class Noting {
      constructor(readonly context: RequestContext) {
        seen.push(context);
      }
      intercept: Interceptor = (_call, next) => next();
    }
    class Args {
      @Arg() @Validate(IsKnown) name!: string;
    }
    @Prompt({ args: Args, interceptors: [Noting] })
    class Greeting implements PromptHandler<Args> {
      constructor(
        private readonly clock: Clock,
        private readonly context: RequestContext,
      ) {}
      render({ name }: Args, context: RequestContext) {
        seen.push(context, this.context);
        return `${name}, it is ${this.clock.year}`;
      }
    }
    const resolver = fromServices([[Clock, now] as const, [People, new People()] as const]);
    const runtime = new Runtime({ prompts: [Greeting], resolver });
    const { messages } = await runtime.prompts.get({ name: 'greeting', arguments: { name: 'Ada' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Ada, it is 2026' } }]);
    expect([seen.length, new Set(seen).size]).toEqual([4, 1]);
    await expect(runtime.prompts.get({ name: 'greeting', arguments: { name: 'Eve' } })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('reports missing services and types when the runtime is created', () => {
    @Prompt()
    class Greeting implements PromptHandler {
      constructor(
        readonly clock: Clock,
        readonly people: People,
      ) {}
      render = () => '';
    }
    @Prompt()
    class Lost implements PromptHandler {
      constructor(readonly shape: { area(): number }) {}
      render = () => '';
    }
    class Undecorated {
      constructor(readonly clock: Clock) {}
      intercept: Interceptor = (_call, next) => next();
    }
    const options = { prompts: [Greeting, Lost], interceptors: [Undecorated] };
    const remedy = 'Add it to fromServices([…])';
    const unknown = {
      id: 'constructor-types-missing',
      problem: 'has constructor parameters whose types the compiler did not emit',
      remedy: 'Decorate the class, and compile it with emitDecoratorMetadata',
    };
    const lost = {
      id: 'constructor-types-missing',
      problem: 'has a constructor parameter whose type is not a class at run time: number 1 (shape)',
      remedy: 'Use only classes as parameter types, and import them without `type`',
    };
    expect([
      faultsOf({ ...options, resolver: fromServices([]) }),
      faultsOf({ ...options, resolver: fromServices([[Clock, now]]) }),
    ]).toEqual([
      [
        { where: 'Undecorated', type: 'Undecorated', ...unknown },
        faultAt('Greeting', 'service-missing', 'needs Clock and People, which are not among the services', remedy),
        { where: 'Lost', type: 'Lost', ...lost },
      ],
      [
        { where: 'Undecorated', type: 'Undecorated', ...unknown },
        faultAt('Greeting', 'service-missing', 'needs People, which is not among the services', remedy),
        { where: 'Lost', type: 'Lost', ...lost },
      ],
    ]);
  });

  test('names parameters without a class, including those of inherited constructors', () => {
    interface Shape {
      readonly area: number;
    }
    class Base implements PromptHandler {
      constructor(readonly shape: Shape) {}
      render = () => '';
    }
    @Prompt()
    class Inherits extends Base {}
    Reflect.defineMetadata('design:paramtypes', [Object], Inherits);
    @Prompt()
    class Defaults extends Base {
      constructor(size: Shape, area = size.area) {
        super({ area });
      }
    }
    @Prompt()
    class Circular extends Base {
      constructor(shape: Shape) {
        super({ area: shape.area });
      }
    }
    Reflect.defineMetadata('design:paramtypes', [undefined], Circular); // A circular import is undefined at this point.
    const prompts = [Circular, Defaults, Inherits];
    expect(faultsOf({ prompts, resolver: fromServices([]) })).toMatchObject([
      { where: 'Circular', problem: `${LOST}: number 1 (shape)` },
      {
        where: 'Defaults',
        problem: 'has constructor parameters whose types are not classes at run time: number 1 and number 2',
      },
      { where: 'Inherits', problem: `${LOST}: number 1 (shape)` },
    ]);
  });

  test('injects into inherited constructors, and prefers the service that is listed last', async () => {
    @Prompt()
    class Base implements PromptHandler {
      constructor(protected readonly clock: Clock) {}
      render = () => `base ${this.clock.year}`;
    }
    @Prompt()
    class Derived extends Base {
      override render = () => `derived ${this.clock.year}`;
    }
    const services = [[Clock, now] as const, [Clock, { year: 2027 }] as const];
    const runtime = new Runtime({ prompts: [Base, Derived], resolver: fromServices(services) });
    expect((await runtime.prompts.get({ name: 'derived' })).messages[0]?.content).toEqual({
      type: 'text',
      text: 'derived 2027',
    });
  });
});

describe('definePack({ requires })', () => {
  const Plain = promptClass('Plain');
  const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Plain], requires: [Clock, RequestContext] });
  const outer = definePack({ name: 'outer', version: '1.0.0', prompts: [inner], requires: [People] });

  test('reports missing services with the path of the pack', () => {
    const remedy = 'Add it to fromServices([…])';
    expect(faultsOf({ prompts: [outer], resolver: fromServices([]) })).toEqual([
      faultAt('outer', 'service-missing', 'needs People, which is not among the services', remedy),
      {
        where: 'outer/inner',
        type: 'outer/inner',
        id: 'service-missing',
        problem: 'needs Clock, which is not among the services',
        remedy,
      },
    ]);
    const services = [[Clock, now] as const, [People, new People()] as const];
    expect(faultsOf({ prompts: [outer], resolver: fromServices(services) })).toEqual(['plain']);
  });

  test('reports a required service if there is no resolver', () => {
    const pack = definePack({ name: 'pack', version: '1.0.0', prompts: [Plain], requires: [Clock] });
    expect(faultsOf({ prompts: [pack] })).toEqual([
      faultAt(
        'pack',
        'service-missing',
        'needs Clock, but no resolver provides it',
        'Mount the pack with a resolver that provides it',
      ),
    ]);
  });
});

describe('fromServices() at compile time', () => {
  test('accepts abstract classes as tokens, but not strings', () => {
    const checked = () => [
      fromServices([[Clock, now]]),
      // @ts-expect-error -- a string is not a token
      fromServices([['clock', now]]),
    ];
    expect(checked).toBeInstanceOf(Function);
  });
});
