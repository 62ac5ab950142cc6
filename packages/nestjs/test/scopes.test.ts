import { Prompt, type PromptHandler, RequestContext, Runtime } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type Provider,
  Scope,
  UseGuards,
} from '@nestjs/common';
import {
  APP_GUARD,
  type ContextId,
  ContextIdFactory,
  type ContextIdStrategy,
  type HostComponentInfo,
  REQUEST,
} from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { closeAll, namesIn, PLATFORMS, post, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

/** The properties of a request that these tests read. */
interface TenantRequest {
  readonly headers: Readonly<Record<string, string>>;
}

const application = (...providers: Provider[]) => ({
  module: class AppModule {},
  imports: [CuecardModule.forRoot(SERVER)],
  providers,
});

describe('Scope.REQUEST', () => {
  @Injectable({ scope: Scope.REQUEST })
  class Caller {
    static count = 0;
    readonly number = (Caller.count += 1);
    constructor(
      @Inject(REQUEST) private readonly request: TenantRequest,
      @Inject(RequestContext) private readonly context: RequestContext,
    ) {}
    get name(): string {
      return `${this.request.headers['x-tenant']} by ${this.context.client?.revision}`;
    }
  }
  @Prompt()
  class Whoami implements PromptHandler {
    constructor(private readonly caller: Caller) {}
    render = () => this.caller.name;
  }

  test('creates a service for each call, with its REQUEST and RequestContext', async () => {
    for (const platform of PLATFORMS) {
      const { url } = await start(application(Caller, Whoami), platform);
      const tenants = Array.from({ length: 50 }, (_, index) => `t${index}`);
      const texts = tenants.map((tenant) => textOf(`${url}/mcp`, 'whoami', {}, { 'x-tenant': tenant }));
      expect(await Promise.all(texts)).toEqual(tenants.map((tenant) => `${tenant} by 2025-06-18`));
    }
  });

  test('creates a service for each call of a batch', async () => {
    @Prompt()
    class Number_ implements PromptHandler {
      constructor(private readonly caller: Caller) {}
      render = () => `${this.caller.number}`;
    }
    const { url } = await start(application(Caller, Number_));
    const message = (id: number) => ({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name: 'number_' } });
    const batch = [message(1), message(2), message(3)];
    const response = await post(`${url}/mcp`, batch, { 'mcp-protocol-version': '2025-03-26' });
    const answers = (await response.json()) as { readonly result: { readonly messages: unknown[] } }[];
    const texts = answers.map(({ result }) => JSON.stringify(result.messages));
    expect(new Set(texts).size).toBe(3);
  });

  test('creates a service for a call in process, without HTTP', async () => {
    const module = await Test.createTestingModule({ imports: [application(Caller, Whoami)] }).compile();
    const { messages } = await module.get(Runtime).prompts.get({ name: 'whoami' });
    expect(messages.map(({ content }) => content)).toEqual([{ type: 'text', text: 'undefined by undefined' }]);
  });

  test('creates a guard with the request of a call or list', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Tenants implements CanActivate {
      constructor(@Inject(REQUEST) private readonly request: TenantRequest) {}
      canActivate = () => this.request.headers['x-tenant'] === 'good';
    }
    @Prompt()
    @UseGuards(Tenants)
    class Guarded implements PromptHandler {
      render = () => 'in';
    }
    const { url } = await start(application(Guarded));
    const [good, bad] = [{ 'x-tenant': 'good' }, { 'x-tenant': 'bad' }];
    expect(await textOf(`${url}/mcp`, 'guarded', {}, good)).toBe('in');
    expect(await textOf(`${url}/mcp`, 'guarded', {}, bad)).toMatchObject({ message: 'Forbidden resource' });
    expect(await namesIn(`${url}/mcp`, 'prompts', good)).toEqual(['guarded']);
    expect(await namesIn(`${url}/mcp`, 'prompts', bad)).toEqual([]);
  });
});

test('Scope.TRANSIENT creates a prompt for each call, unlike a singleton', async () => {
  @Injectable({ scope: Scope.TRANSIENT })
  class Counter {
    count = 0;
  }
  @Prompt()
  @Injectable({ scope: Scope.TRANSIENT })
  class Transient implements PromptHandler {
    constructor(private readonly counter: Counter) {}
    render = () => `${(this.counter.count += 1)}`;
  }
  @Prompt()
  class Singleton implements PromptHandler {
    constructor(private readonly counter: Counter) {}
    render = () => `${(this.counter.count += 1)}`;
  }
  const { url } = await start(application(Counter, Transient, Singleton));
  const twice = async (name: string) => [await textOf(`${url}/mcp`, name), await textOf(`${url}/mcp`, name)];
  expect(await twice('transient')).toEqual(['1', '1']);
  expect(await twice('singleton')).toEqual(['1', '2']);
});

test('APP_GUARD decides on calls, lists and unknown names when request-scoped', async () => {
  @Injectable({ scope: Scope.REQUEST })
  class Tenants implements CanActivate {
    constructor(@Inject(REQUEST) private readonly request: TenantRequest) {}
    canActivate(context: ExecutionContext): boolean {
      return context.getType<string>() === 'http' || this.request.headers['x-tenant'] === 'good';
    }
  }
  @Prompt()
  class Greeting implements PromptHandler {
    render = () => 'Hi';
  }
  for (const platform of PLATFORMS) {
    const { url } = await start(application(Greeting, { provide: APP_GUARD, useClass: Tenants }), platform);
    const [good, bad] = [{ 'x-tenant': 'good' }, { 'x-tenant': 'bad' }];
    const forbidden = { code: 403, message: 'Forbidden resource', data: { status: 403 } };
    expect(await textOf(`${url}/mcp`, 'greeting', {}, good)).toBe('Hi');
    expect(await textOf(`${url}/mcp`, 'greeting', {}, bad)).toEqual(forbidden);
    expect(await namesIn(`${url}/mcp`, 'prompts', good)).toEqual(['greeting']);
    expect(await namesIn(`${url}/mcp`, 'prompts', bad)).toEqual(forbidden);
    expect(await textOf(`${url}/mcp`, 'greetin', {}, bad)).toEqual(forbidden);
  }
});

test('ContextIdStrategy shares a durable service only between calls of one tenant', async () => {
  const trees = new Map<string, ContextId>();
  class ByTenant implements ContextIdStrategy<TenantRequest> {
    attach(contextId: ContextId, { headers }: TenantRequest) {
      const tenant = headers['x-tenant'] ?? 'nobody';
      const tree = trees.get(tenant) ?? ContextIdFactory.create();
      trees.set(tenant, tree);
      const resolve = ({ isTreeDurable }: HostComponentInfo) => (isTreeDurable ? tree : contextId);
      return { resolve, payload: { tenant } };
    }
  }
  @Injectable({ scope: Scope.REQUEST, durable: true })
  class Database {
    count = 0;
    constructor(@Inject(REQUEST) readonly payload: { readonly tenant: string }) {}
  }
  @Prompt()
  class Count implements PromptHandler {
    constructor(private readonly database: Database) {}
    render = () => `${this.database.payload.tenant} ${(this.database.count += 1)}`;
  }
  ContextIdFactory.apply(new ByTenant());
  try {
    const { url } = await start(application(Database, Count));
    const count = (tenant: string) => textOf(`${url}/mcp`, 'count', {}, { 'x-tenant': tenant });
    const tenants = Array.from({ length: 50 }, (_, index) => `t${index}`);
    for (const round of [1, 2])
      expect(await Promise.all(tenants.map(count))).toEqual(tenants.map((tenant) => `${tenant} ${round}`));
  } finally {
    ContextIdFactory.apply({ attach: (contextId) => () => contextId });
  }
});
