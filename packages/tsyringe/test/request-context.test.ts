import { setImmediate as turn } from 'node:timers/promises';
import {
  Arg,
  type CallOptions,
  Complete,
  definePack,
  mount,
  Prompt,
  RequestContext,
  DefinitionError,
  type PromptHandler,
  type InterceptorHandler,
  Runtime,
  type Call,
  type Next,
} from '@cuecard/core';
import { fromContainer, injectionToken } from '@cuecard/tsyringe';
import { describe, expect, test } from '@jest/globals';
import { Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import {
  container as root,
  delay,
  type DependencyContainer,
  type Disposable,
  inject,
  injectable,
  injectAll,
  Lifecycle,
  scoped,
  singleton,
} from 'tsyringe';

const silent = { error: () => {}, warn: () => {} };

function runtimeOf(prompts: readonly unknown[], container: DependencyContainer = root): Runtime {
  return new Runtime({ prompts: prompts as never, resolver: fromContainer(container), logger: silent });
}

async function said(runtime: Runtime, name: string, call?: CallOptions, args?: object): Promise<unknown> {
  const { messages } = await runtime.prompts.get({ name, arguments: args as never }, call);
  const texts = messages.map(({ content }) => content.type === 'text' && content.text);
  return texts.length === 1 ? texts[0] : texts;
}

function faultsOf(make: () => unknown): unknown {
  try {
    make();
  } catch (error) {
    if (error instanceof DefinitionError) return error.faults;
    throw error;
  }
  return undefined;
}

const as = (principal: string): CallOptions => ({ auth: { principal, scopes: [] } });

describe('RequestContext', () => {
  test('is injected into the services of a prompt, separately for concurrent requests', async () => {
    @scoped(Lifecycle.ContainerScoped)
    class CurrentUser {
      constructor(private readonly context: RequestContext) {}
      get name(): string {
        return this.context.auth?.principal ?? 'nobody';
      }
    }
    @injectable()
    class Accounts {
      constructor(readonly user: CurrentUser) {}
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(
        private readonly accounts: Accounts,
        private readonly user: CurrentUser,
        private readonly context: RequestContext,
      ) {}
      async render(_args: object, context: RequestContext) {
        await turn();
        return `${this.user.name}, ${this.user === this.accounts.user}, ${this.context === context}`;
      }
    }
    const runtime = runtimeOf([Report]);
    const asked = ['ada', 'bea', 'cleo'].map((principal) => said(runtime, 'report', as(principal)));
    expect(await Promise.all(asked)).toEqual(['ada, true, true', 'bea, true, true', 'cleo, true, true']);
    expect(await said(runtime, 'report')).toBe('nobody, true, true');
  });

  test('is the same instance for a prompt, its interceptors, validators and completers', async () => {
    const seen: RequestContext[] = [];
    const disposed: string[] = [];
    @scoped(Lifecycle.ContainerScoped)
    class Request implements Disposable {
      constructor(readonly context: RequestContext) {}
      note(): true {
        seen.push(this.context);
        return true;
      }
      dispose(): void {
        disposed.push(this.context.auth?.principal ?? 'nobody');
      }
    }
    @ValidatorConstraint()
    class IsNoted implements ValidatorConstraintInterface {
      constructor(private readonly request: Request) {}
      validate = () => this.request.note();
    }
    @injectable()
    class Noting implements InterceptorHandler {
      constructor(private readonly request: Request) {}
      intercept = (_call: Call, next: Next) => this.request.note() && next();
    }
    class Args {
      @Arg()
      @Validate(IsNoted)
      id!: string;
    }
    @Prompt({ args: Args, interceptors: [Noting] })
    class Report implements PromptHandler<Args> {
      constructor(private readonly request: Request) {}
      render = () => String(this.request.note());
      @Complete('id')
      ids() {
        return this.request.note() ? ['1'] : [];
      }
    }
    const runtime = runtimeOf([Report]);
    expect(await said(runtime, 'report', as('ada'), { id: '1' })).toBe('true');
    expect([seen.length, new Set(seen).size]).toEqual([3, 1]);
    const completing = {
      ref: { type: 'ref/prompt', name: 'report' },
      argument: { name: 'id', value: '' },
    } as const;
    expect((await runtime.complete(completing, as('bea'))).completion.values).toEqual(['1']);
    expect([seen.length, new Set(seen).size]).toEqual([5, 2]);
    await turn();
    expect(disposed).toEqual(['ada', 'bea']);
  });

  test('can be injected through aliases, lists and delay()', async () => {
    @injectable()
    class Behind {
      constructor(readonly context: RequestContext) {}
    }
    abstract class Part {
      abstract readonly who: string | undefined;
    }
    @injectable()
    class First extends Part {
      readonly who: string | undefined;
      constructor(context: RequestContext) {
        super();
        this.who = context.auth?.principal;
      }
    }
    class Second extends Part {
      readonly who = 'second';
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(
        @inject('alias') private readonly alias: RequestContext,
        @injectAll(injectionToken(Part) as never) private readonly parts: Part[],
        @inject(delay(() => Behind)) private readonly behind: Behind,
      ) {}
      render = () =>
        [this.alias.auth?.principal, ...this.parts.map(({ who }) => who), this.behind.context.auth?.principal].join(
          ', ',
        );
    }
    const container = root.createChildContainer();
    container.register('alias', { useToken: injectionToken(RequestContext) });
    container.register(injectionToken(Part), { useClass: First }).register(injectionToken(Part), { useClass: Second });
    const runtime = runtimeOf([Report], container);
    expect(await said(runtime, 'report', as('ada'))).toBe('ada, ada, second, ada');
    expect(await said(runtime, 'report', as('bea'))).toBe('bea, bea, second, bea');
  });

  test('cannot be injected into a singleton, and the fault contains the path', () => {
    @injectable()
    class CurrentUser {
      constructor(readonly context: RequestContext) {}
    }
    @singleton()
    class Cache {
      constructor(readonly user: CurrentUser) {}
    }
    @singleton()
    class Later {
      constructor(@inject(delay(() => CurrentUser)) readonly user: CurrentUser) {}
    }
    @Prompt()
    class Hasty implements PromptHandler {
      constructor(readonly cache: Cache) {}
      render = () => '';
    }
    @Prompt()
    class Slow implements PromptHandler {
      constructor(
        @inject(delay(() => CurrentUser)) readonly user: CurrentUser,
        readonly later: Later,
      ) {}
      render = () => '';
    }
    const remedy = 'Register the singleton with Lifecycle.ContainerScoped instead';
    const keeps = 'is a singleton, but depends on a service that belongs to one request';
    expect(faultsOf(() => runtimeOf([Hasty, Slow]))).toEqual([
      {
        where: 'Hasty',
        type: 'Hasty',
        id: 'service-outlives-request',
        problem: `cannot be constructed: Cache ${keeps} (Hasty → Cache → CurrentUser → RequestContext)`,
        remedy,
      },
      {
        where: 'Slow',
        type: 'Slow',
        id: 'service-outlives-request',
        problem: `cannot be constructed: Later ${keeps} (Slow → Later → CurrentUser → RequestContext)`,
        remedy,
      },
    ]);
  });

  test('cannot be resolved from the container outside a request', () => {
    expect(() => root.resolve(injectionToken(RequestContext))).toThrow('There is no RequestContext outside a request');
  });

  test('cannot be resolved by a factory outside a request', async () => {
    class User {
      constructor(readonly name: string | undefined) {}
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(private readonly user: User) {}
      render = () => `${this.user.name}`;
    }
    const container = root.createChildContainer();
    container.register(User, {
      useFactory: (c) => new User(c.resolve(injectionToken(RequestContext)).auth?.principal),
    });
    await expect(said(runtimeOf([Report], container), 'report', as('ada'))).rejects.toMatchObject({
      message: 'Internal error',
      cause: { message: expect.stringContaining('There is no RequestContext outside a request') },
    });
  });
});

describe('Request-scoped service', () => {
  test('is separate for each request, even if an ancestor container registers it later', async () => {
    const container = root.createChildContainer();
    let count = 0;
    @scoped(Lifecycle.ContainerScoped)
    class Transaction {
      readonly id = (count += 1);
    }
    @injectable()
    class Accounts {
      constructor(readonly transaction: Transaction) {}
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(
        private readonly accounts: Accounts,
        private readonly transaction: Transaction,
      ) {}
      render = () => `${this.accounts.transaction.id} and ${this.transaction.id}`;
    }
    const runtime = runtimeOf([Report], container);
    expect(await said(runtime, 'report')).toBe('1 and 1');
    expect(await said(runtime, 'report')).toBe('2 and 2');
  });

  test('is disposed of at the end of its request, but singletons are not', async () => {
    const disposed: string[] = [];
    @singleton()
    class Pool implements Disposable {
      dispose(): void {
        disposed.push('pool');
      }
    }
    abstract class Sink {}
    class Log extends Sink implements Disposable {
      dispose(): void {
        disposed.push('log');
      }
    }
    @scoped(Lifecycle.ContainerScoped)
    class Connection implements Disposable {
      constructor(
        readonly pool: Pool,
        @injectAll(injectionToken(Sink) as never) readonly sinks: Sink[],
      ) {}
      dispose(): void {
        disposed.push('connection');
      }
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly connection: Connection) {}
      render = () => '';
    }
    const container = root.createChildContainer();
    container
      .registerSingleton(injectionToken(Sink) as never, Log)
      .registerSingleton(injectionToken(Sink) as never, Log);
    const runtime = runtimeOf([Report], container);
    await said(runtime, 'report');
    await said(runtime, 'report');
    await turn();
    expect(disposed).toEqual(['connection', 'connection']);
    await container.dispose();
    expect(disposed.slice(2).toSorted()).toEqual(['log', 'log', 'pool']);
  });

  test('is disposed of after each request if it is injected directly', async () => {
    const disposed: string[] = [];
    @injectable()
    class Handle implements Disposable {
      dispose(): void {
        disposed.push('handle');
      }
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly handle: Handle) {}
      render = () => '';
    }
    const runtime = runtimeOf([Report]);
    await said(runtime, 'report');
    await said(runtime, 'report');
    await turn();
    expect(disposed).toEqual(['handle', 'handle']);
  });

  test('is disposed of even if the prompt fails, and a failed disposal is logged', async () => {
    const lines: unknown[] = [];
    @scoped(Lifecycle.ContainerScoped)
    class Connection implements Disposable {
      async dispose(): Promise<void> {
        throw new Error('already closed');
      }
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly connection: Connection) {}
      render(): string {
        throw new Error('no');
      }
    }
    const logger = { error: (line: string) => lines.push(line.replace(/\[.*\]/, '[id]')), warn: () => {} };
    const runtime = new Runtime({ prompts: [Report], resolver: fromContainer(root), logger });
    await expect(said(runtime, 'report')).rejects.toThrow('Internal error');
    await turn();
    expect(lines).toEqual(['Prompt "report" failed [id]', 'Prompt "report" failed to clean up']);
  });
});

describe('Service that a pack requires', () => {
  abstract class Styles {
    abstract readonly tone: string;
  }
  class Plain extends Styles {
    readonly tone = 'plain';
  }
  @Prompt()
  class Review implements PromptHandler {
    render = () => '';
  }
  const pack = definePack({ name: 'reviews', version: '1.0.0', prompts: [Review], requires: [Styles, RequestContext] });

  test('causes a fault at start-up if the container does not have it', () => {
    @injectable()
    class Needy extends Styles {
      readonly tone = 'needy';
      constructor(@inject('key') readonly key: string) {
        super();
      }
    }
    const broken = root.createChildContainer().register(injectionToken(Styles), { useClass: Needy });
    const remedy = 'Register it in the container before you create the runtime';
    const problem = 'needs Styles, which the container cannot provide:';
    expect([
      faultsOf(() => runtimeOf([pack])),
      faultsOf(() => runtimeOf([mount(pack, { resolver: fromContainer(broken) })])),
    ]).toEqual([
      [
        {
          where: 'reviews',
          type: 'reviews',
          id: 'service-missing',
          problem: `${problem} Styles is neither registered nor @injectable() (Styles)`,
          remedy,
        },
      ],
      [
        {
          where: 'reviews',
          type: 'reviews',
          id: 'service-missing',
          problem: `${problem} key is not registered (Styles → key)`,
          remedy,
        },
      ],
    ]);
  });

  test('causes no fault at start-up if the container has it', () => {
    const container = root.createChildContainer().register(injectionToken(Styles), { useClass: Plain });
    expect(faultsOf(() => runtimeOf([pack], container))).toBeUndefined();
  });
});
