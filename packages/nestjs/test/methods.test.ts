import { Arg, Complete, definePack, mount, Prompt, RequestContext, Resource, Runtime, Tool } from '@cuecard/core';
import { CuecardModule, type CuecardRequest, withRequest } from '@cuecard/nestjs';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  Inject,
  Injectable,
  Module,
  type NestInterceptor,
  type PipeTransform,
  Scope,
  SetMetadata,
  type Type,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_GUARD, type ContextId, ContextIdFactory, type HostComponentInfo, Reflector, REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { map, type Observable } from 'rxjs';
import { call, closeAll, namesIn, PLATFORMS, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

class OrderId {
  @Arg()
  id!: string;
}

@Injectable()
class Ledger {
  find = (id: string) => `order ${id}`;
  ids = () => ['a-1', 'b-2'];
}

const User = createParamDecorator((_data: unknown, context: ExecutionContext) => userIn(context));

function userIn(host: ArgumentsHost): string {
  return String(host.switchToHttp().getRequest<CuecardRequest>().headers['x-user']);
}

@Injectable()
class Admin implements CanActivate {
  canActivate = (context: ExecutionContext) => userIn(context) === 'admin';
}

@Injectable()
class Orders {
  constructor(readonly ledger: Ledger) {}

  @Prompt({ description: 'Explains an order' })
  explain({ id }: OrderId, _context: RequestContext, @User() user: string) {
    return `Explain ${this.ledger.find(id)} to ${user}`;
  }

  @Tool({ description: 'Counts the orders' })
  count(context: RequestContext) {
    return `${this.ledger.ids().length} of ${context instanceof RequestContext}`;
  }

  @Tool({ description: 'Cancels all orders' })
  @UseGuards(Admin)
  cancelAll() {
    return 'cancelled';
  }

  @Resource({ uri: 'orders://{id}' })
  order({ id }: OrderId) {
    return this.ledger.find(id);
  }

  @Complete('explain', 'id')
  completions() {
    return this.ledger.ids();
  }
}

const application = (imports: readonly Type[] = [], ...providers: Type[]): Type => {
  @Module({ imports: [CuecardModule.forRoot(SERVER), ...imports], providers: [Ledger, ...providers] })
  class AppModule {}
  return AppModule;
};

const tool = async (url: string, name: string, headers = {}) => {
  const { result, error } = await call(url, 'tools/call', { name }, headers);
  return error ?? result;
};
const FORBIDDEN = { content: [{ type: 'text', text: 'Forbidden resource' }], isError: true };
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('A provider with handler methods', () => {
  test('serves prompts, tools and resources with the services of its module', async () => {
    for (const platform of PLATFORMS) {
      const { url: root } = await start(application([], Orders), platform);
      const url = `${root}/mcp`;
      const user = { 'x-user': 'ann' };
      expect(await textOf(url, 'explain', { id: '7' }, user)).toBe('Explain order 7 to ann');
      expect(await tool(url, 'count')).toEqual(text('2 of true'));
      const { result } = await call(url, 'resources/read', { uri: 'orders://7' });
      expect(result).toMatchObject({ contents: [{ uri: 'orders://7', text: 'order 7' }] });
      const completed = await call(url, 'completion/complete', {
        ref: { type: 'ref/prompt', name: 'explain' },
        argument: { name: 'id', value: 'b' },
      });
      expect(completed.result).toEqual({ completion: { values: ['b-2'], total: 1, hasMore: false } });
    }
  });

  test('hides and rejects each method by its own guards and those of the class', async () => {
    const { url: root } = await start(application([], Orders));
    const url = `${root}/mcp`;
    const admin = { 'x-user': 'admin' };
    expect(await namesIn(url, 'tools')).toEqual(['count']);
    expect(await namesIn(url, 'tools', admin)).toEqual(['cancel_all', 'count']);
    expect(await tool(url, 'cancel_all')).toMatchObject(FORBIDDEN);
    expect(await tool(url, 'cancel_all', admin)).toEqual(text('cancelled'));
    @Injectable()
    @UseGuards(Admin)
    class Guarded extends Orders {}
    const guarded = await start(application([], Guarded));
    expect(await namesIn(`${guarded.url}/mcp`, 'prompts')).toEqual([]);
    expect(await namesIn(`${guarded.url}/mcp`, 'prompts', admin)).toEqual(['explain']);
  });

  test('hides methods from callers that a guard of `listing` rejects', async () => {
    const Roles = (role: string) => SetMetadata('role', role);
    @Injectable()
    class RolesGuard implements CanActivate {
      constructor(readonly reflector: Reflector) {}
      canActivate(context: ExecutionContext): boolean {
        const targets = [context.getHandler(), context.getClass()];
        const role = this.reflector.getAllAndOverride<string | undefined>('role', targets);
        return role === undefined || role === userIn(context);
      }
    }
    @Injectable()
    class Desk {
      @Tool({ description: 'Open' })
      open() {
        return 'open';
      }
      @Tool({ description: 'Closed' })
      @Roles('admin')
      closed() {
        return 'closed';
      }
    }
    @Module({
      imports: [CuecardModule.forRoot({ ...SERVER, listing: { guards: [RolesGuard] } })],
      providers: [Desk, { provide: APP_GUARD, useClass: RolesGuard }],
    })
    class Served {}
    const { url } = await start(Served);
    expect(await namesIn(`${url}/mcp`, 'tools')).toEqual(['open']);
    expect(await namesIn(`${url}/mcp`, 'tools', { 'x-user': 'admin' })).toEqual(['closed', 'open']);
  });

  test('runs the pipes, interceptors and filters of the class and of the method', async () => {
    class Upper implements PipeTransform {
      transform = ({ id }: OrderId) => ({ id: id.toUpperCase() });
    }
    class Wrapped implements NestInterceptor {
      intercept = (_context: ExecutionContext, next: CallHandler<string>): Observable<string> =>
        next.handle().pipe(map((answer) => `[${answer}]`));
    }
    @Catch(RangeError)
    class Ranges implements ExceptionFilter {
      catch = ({ message }: RangeError) => `caught ${message}`;
    }
    @Injectable()
    @UseFilters(Ranges)
    class Steps {
      @Prompt()
      @UsePipes(Upper)
      @UseInterceptors(Wrapped)
      changed({ id }: OrderId) {
        return id;
      }
      @Prompt()
      plain({ id }: OrderId) {
        return id;
      }
      @Prompt()
      failing(): string {
        throw new RangeError('far');
      }
    }
    const { url } = await start(application([], Steps));
    const texts = ['changed', 'plain', 'failing'].map((name) =>
      textOf(`${url}/mcp`, name, name === 'failing' ? {} : { id: 'a' }),
    );
    expect(await Promise.all(texts)).toEqual(['[A]', 'a', 'caught far']);
  });

  test('is constructed in its scope: for each request, or for each tenant', async () => {
    let made = 0;
    @Injectable({ scope: Scope.REQUEST })
    class Scoped {
      readonly number = (made += 1);
      constructor(@Inject(REQUEST) readonly request: CuecardRequest) {}
      @Tool({ description: 'One' })
      one() {
        return `${this.number} ${String(this.request.headers['x-user'])}`;
      }
      @Tool({ description: 'Two' })
      two() {
        return `${this.number}`;
      }
    }
    @Injectable({ scope: Scope.REQUEST, durable: true })
    class Durable {
      constructor(@Inject(REQUEST) readonly tenant: { readonly tenant: string }) {}
      @Tool({ description: 'Tenant' })
      tenantOf() {
        return this.tenant.tenant;
      }
    }
    const tenants = new Map<string, ContextId>();
    const { url: root } = await start(application([], Scoped, Durable));
    const url = `${root}/mcp`;
    expect(await tool(url, 'one', { 'x-user': 'ann' })).toEqual(text('1 ann'));
    expect(await tool(url, 'two')).toEqual(text('2'));
    ContextIdFactory.apply({
      attach(contextId: ContextId, request: CuecardRequest) {
        const tenant = String(request.headers['x-user']);
        const durable = tenants.get(tenant) ?? ContextIdFactory.create();
        tenants.set(tenant, durable);
        const resolve = (info: HostComponentInfo) => (info.isTreeDurable ? durable : contextId);
        return { resolve, payload: { tenant } };
      },
    });
    try {
      expect(await tool(url, 'tenant_of', { 'x-user': 'acme' })).toEqual(text('acme'));
    } finally {
      ContextIdFactory.apply(undefined as never);
    }
  });

  test('can be overridden in tests, and called by class and method', async () => {
    const compile = Test.createTestingModule({ imports: [application([], Orders)] });
    const module = await compile
      .overrideProvider(Orders)
      .useValue({ count: () => 'replaced' })
      .compile();
    const { tools } = module.get(Runtime);
    expect(await tools.run(Orders, 'count', {})).toMatchObject(text('replaced'));
    const original = await Test.createTestingModule({ imports: [application([], Orders)] }).compile();
    const { prompts } = original.get(Runtime);
    const render = () => prompts.render(Orders, 'explain', { id: '7' });
    const { messages } = await withRequest({ headers: { 'x-user': 'ann' } }, render);
    expect(messages[0]?.content).toEqual({ type: 'text', text: 'Explain order 7 to ann' });
  });

  test('is served from several modules, `include`, `forFeature` and a pack', async () => {
    @Injectable()
    class Reports {
      @Tool({ description: 'A report' })
      report() {
        return 'report';
      }
      @Tool({ description: 'A summary' })
      summary() {
        return 'summary';
      }
    }
    @Module({ providers: [Reports] })
    class ReportsModule {}
    const pack = definePack({ name: 'orders', version: '1.0.0', tools: [Orders] });
    @Module({
      imports: [CuecardModule.forFeature([mount(pack, { prefix: 'shop', only: ['count', 'cancel_all'] })])],
      providers: [Ledger],
    })
    class ShopModule {}
    @Module({ imports: [CuecardModule.forFeature([Orders])], providers: [Ledger] })
    class OrdersModule {}
    @Module({
      imports: [
        CuecardModule.forRoot({ ...SERVER, include: [ShopModule, OrdersModule] }),
        CuecardModule.forRoot({ ...SERVER, server: 'reports', path: 'reports', include: [ReportsModule] }),
        ReportsModule,
        ShopModule,
        OrdersModule,
      ],
    })
    class Served {}
    const { url } = await start(Served);
    const admin = { 'x-user': 'admin' };
    expect(await namesIn(`${url}/reports`, 'tools')).toEqual(['report', 'summary']);
    expect(await namesIn(`${url}/mcp`, 'tools')).toEqual(['count', 'shop_count']);
    expect(await namesIn(`${url}/mcp`, 'tools', admin)).toEqual([
      'cancel_all',
      'count',
      'shop_cancel_all',
      'shop_count',
    ]);
    expect(await tool(`${url}/mcp`, 'shop_count')).toMatchObject(text('2 of true'));
    expect(await tool(`${url}/mcp`, 'shop_cancel_all', { 'x-user': 'bob' })).toMatchObject(FORBIDDEN);
  });
});
