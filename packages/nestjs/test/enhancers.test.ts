import {
  Arg,
  Complete,
  definePack,
  mount,
  Prompt,
  type PromptHandler,
  type RequestContext,
  Resource,
  type ResourceHandler,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { CuecardExecutionContext, CuecardModule } from '@cuecard/nestjs';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type CallHandler,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  Inject,
  Injectable,
  type MiddlewareConsumer,
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
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, LazyModuleLoader, Reflector } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsIn } from 'class-validator';
import { tap } from 'rxjs';
import { call, closeAll, namesIn, PLATFORMS, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

const forbidden = { code: 403, message: 'Forbidden resource', data: { status: 403 } };

/** Enhancers that record when they run. */
function tracing(trace: string[], name: string) {
  @Injectable()
  class Guard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      if (context.getType<string>() === 'cuecard') trace.push(`${name} guard`);
      return true;
    }
  }
  @Injectable()
  class Around implements NestInterceptor {
    intercept(context: ExecutionContext, next: CallHandler) {
      if (context.getType<string>() !== 'cuecard') return next.handle();
      trace.push(`${name} interceptor`);
      return next.handle().pipe(tap(() => trace.push(`${name} interceptor ends`)));
    }
  }
  @Injectable()
  class Pipe implements PipeTransform {
    transform(value: unknown): unknown {
      trace.push(`${name} pipe`);
      return value;
    }
  }
  return { Guard, Around, Pipe };
}

test('runs guards, interceptors, argument binding and pipes in order, global enhancers first', async () => {
  for (const kind of ['prompts/get', 'tools/call', 'resources/read'] as const) {
    const trace: string[] = [];
    const [app, used, own, method] = ['app', 'used', 'class', 'method'].map((name) => tracing(trace, name)) as [
      ReturnType<typeof tracing>,
      ReturnType<typeof tracing>,
      ReturnType<typeof tracing>,
      ReturnType<typeof tracing>,
    ];
    class Args {
      @Arg()
      set code(code: string) {
        trace.push(`bound ${code}`);
      }
      get code(): string {
        return '';
      }
    }
    const handled = () => {
      trace.push('handler');
      return 'Done';
    };
    @Prompt({ name: 'review', args: Args })
    @UseGuards(own.Guard)
    @UseInterceptors(own.Around)
    @UsePipes(own.Pipe)
    class ReviewPrompt implements PromptHandler<Args> {
      @UseGuards(method.Guard)
      @UseInterceptors(method.Around)
      @UsePipes(method.Pipe)
      render(_args: Args) {
        return handled();
      }
    }
    @Tool({ name: 'review', args: Args })
    @UseGuards(own.Guard)
    @UseInterceptors(own.Around)
    @UsePipes(own.Pipe)
    class ReviewTool implements ToolHandler<Args> {
      @UseGuards(method.Guard)
      @UseInterceptors(method.Around)
      @UsePipes(method.Pipe)
      call(_args: Args) {
        return handled();
      }
    }
    @Resource({ uri: 'review://{code}', args: Args })
    @UseGuards(own.Guard)
    @UseInterceptors(own.Around)
    @UsePipes(own.Pipe)
    class ReviewResource implements ResourceHandler<Args> {
      @UseGuards(method.Guard)
      @UseInterceptors(method.Around)
      @UsePipes(method.Pipe)
      read(_args: Args) {
        return handled();
      }
    }
    @Module({
      imports: [CuecardModule.forRoot(SERVER)],
      providers: [
        ReviewPrompt,
        ReviewTool,
        ReviewResource,
        { provide: APP_GUARD, useClass: app.Guard },
        { provide: APP_INTERCEPTOR, useClass: app.Around },
        { provide: APP_PIPE, useClass: app.Pipe },
      ],
    })
    class AppModule {}
    const { url } = await start(AppModule, 'express', (nest) => {
      nest.useGlobalGuards(new used.Guard());
      nest.useGlobalInterceptors(new used.Around());
      nest.useGlobalPipes(new used.Pipe());
    });
    trace.length = 0; // Argument classes are constructed once at start-up.
    const params = kind === 'resources/read' ? { uri: 'review://x' } : { name: 'review', arguments: { code: 'x' } };
    const { error } = await call(`${url}/mcp`, kind, params);
    expect(error).toBe(undefined);
    expect(trace).toEqual([
      'app guard',
      'used guard',
      'class guard',
      'method guard',
      'app interceptor',
      'used interceptor',
      'class interceptor',
      'method interceptor',
      'bound x',
      'app pipe',
      'used pipe',
      'class pipe',
      'method pipe',
      'handler',
      'method interceptor ends',
      'class interceptor ends',
      'used interceptor ends',
      'app interceptor ends',
    ]);
  }
});

test('runs middleware first and the filter of the method last', async () => {
  const trace: string[] = [];
  const filter = (name: string) => {
    @Catch()
    class Filter implements ExceptionFilter {
      catch(): string {
        trace.push(`${name} filter`);
        return 'Caught';
      }
    }
    return Filter;
  };
  const { Guard, Around, Pipe } = tracing(trace, 'class');
  @Prompt()
  @UseGuards(Guard)
  @UseInterceptors(Around)
  @UsePipes(Pipe)
  @UseFilters(filter('class'))
  class Failing implements PromptHandler {
    @UseFilters(filter('method'))
    render(): string {
      trace.push('handler');
      throw new Error('secret');
    }
  }
  @Module({
    imports: [CuecardModule.forRoot(SERVER)],
    providers: [Failing, { provide: APP_FILTER, useClass: filter('app') }],
  })
  class AppModule {
    configure(consumer: MiddlewareConsumer): void {
      const middleware = (_request: unknown, _response: unknown, next: () => void) => {
        trace.push('middleware');
        next();
      };
      consumer.apply(middleware).forRoutes('*path');
    }
  }
  for (const platform of PLATFORMS) {
    const { url } = await start(AppModule, platform);
    trace.length = 0;
    expect(await textOf(`${url}/mcp`, 'failing')).toBe('Caught');
    expect(trace).toEqual(['middleware', 'class guard', 'class interceptor', 'class pipe', 'handler', 'method filter']);
  }
});

test('rejects a caller before it checks arguments, and returns the result of a filter', async () => {
  class Args {
    @Arg()
    @IsIn(['yes'])
    secret!: string;
  }
  @Injectable()
  class Nobody implements CanActivate {
    canActivate = () => false;
  }
  class Broken extends Error {}
  @Catch(Broken)
  class Fix implements ExceptionFilter {
    catch(_error: Broken, host: ArgumentsHost): string {
      return `Fixed ${CuecardExecutionContext.create(host).definition?.name}`;
    }
  }
  @Prompt({ args: Args })
  @UseGuards(Nobody)
  class Closed implements PromptHandler<Args> {
    render = () => 'never';
  }
  @Prompt()
  @UseFilters(Fix)
  class Failing implements PromptHandler {
    render(): string {
      throw new Broken('secret');
    }
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Closed, Failing] })
  class AppModule {}
  const { url } = await start(AppModule);
  expect(await textOf(`${url}/mcp`, 'closed', { wrong: 1 })).toEqual(forbidden);
  expect(await textOf(`${url}/mcp`, 'failing')).toBe('Fixed failing');
});

describe('guards', () => {
  const Roles = (...roles: string[]) => SetMetadata('roles', roles);
  @Injectable()
  class Members {
    readonly roles: Readonly<Record<string, readonly string[]>> = { ann: ['admin'], bob: [] };
  }
  @Module({ providers: [Members], exports: [Members] })
  class MembersModule {}
  @Injectable()
  class RolesGuard implements CanActivate {
    constructor(
      @Inject(Reflector) private readonly reflector: Reflector,
      @Inject(Members) private readonly members: Members,
    ) {}
    canActivate(context: ExecutionContext): boolean {
      const needed = this.reflector.getAllAndOverride<string[] | undefined>('roles', [
        context.getHandler(),
        context.getClass(),
      ]);
      const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
      return (
        needed === undefined || needed.every((role) => this.members.roles[headers['x-user'] ?? '']?.includes(role))
      );
    }
  }
  class Args {
    @Arg()
    @IsIn(['red', 'green'])
    colour!: string;
  }
  @Prompt({ args: Args })
  @Roles('admin')
  @UseGuards(RolesGuard)
  class Payroll implements PromptHandler<Args> {
    render = () => 'Pay them';
    @Complete('colour')
    colours() {
      return ['red'];
    }
  }
  @Prompt({ args: Args })
  class Paint implements PromptHandler<Args> {
    render = ({ colour }: Args) => colour;
  }
  @Tool()
  @Roles('admin')
  @UseGuards(RolesGuard)
  class Pay implements ToolHandler {
    call = () => 'Paid';
  }
  @Resource({ uri: 'pay://all' })
  @Roles('admin')
  @UseGuards(RolesGuard)
  class Pays implements ResourceHandler {
    read = () => '5';
  }
  @Module({
    imports: [CuecardModule.forRoot(SERVER), MembersModule],
    providers: [Payroll, Paint, Pay, Pays],
  })
  class AppModule {}
  const complete = (name: string) => ({ ref: { type: 'ref/prompt', name }, argument: { name: 'colour', value: 'r' } });
  const [ann, bob] = [{ 'x-user': 'ann' }, { 'x-user': 'bob' }];

  test('show a class in lists and completions only to callers that they accept', async () => {
    for (const platform of PLATFORMS) {
      const { url, lines } = await start(AppModule, platform);
      const endpoint = `${url}/mcp`;
      expect(await namesIn(endpoint, 'prompts', ann)).toEqual(['paint', 'payroll']);
      expect(await namesIn(endpoint, 'prompts', bob)).toEqual(['paint']);
      expect(await namesIn(endpoint, 'tools', ann)).toEqual(['pay']);
      expect(await namesIn(endpoint, 'tools', bob)).toEqual([]);
      expect(await namesIn(endpoint, 'resources', ann)).toEqual(['pays']);
      expect(await namesIn(endpoint, 'resources', bob)).toEqual([]);
      const { result } = await call(endpoint, 'completion/complete', complete('payroll'), ann);
      expect(result).toEqual({ completion: { values: ['red'], total: 1, hasMore: false } });
      expect((await call(endpoint, 'completion/complete', complete('payroll'), bob)).error).toEqual(forbidden);
      expect(await textOf(endpoint, 'payroll', { colour: 'red' }, ann)).toBe('Pay them');
      expect(await textOf(endpoint, 'payroll', { colour: 'red' }, bob)).toEqual(forbidden);
      const read = await call(endpoint, 'resources/read', { uri: 'pay://all' }, bob);
      expect(read.error).toEqual(forbidden);
      const paid = await call(endpoint, 'tools/call', { name: 'pay' }, bob);
      expect(paid.result).toEqual({
        content: [{ type: 'text', text: 'Forbidden resource' }],
        isError: true,
        _meta: { 'dev.cuecard/error': { code: 403, data: { status: 403 } } },
      });
      expect(lines.errors).toEqual([]);
    }
  });

  test('keep a hidden prompt out of suggestions', async () => {
    const { url } = await start(AppModule);
    const { error } = await call(`${url}/mcp`, 'prompts/get', { name: 'payrol' }, bob);
    expect(error).toEqual({ code: -32602, message: 'Unknown prompt "payrol"', data: { prompt: 'payrol' } });
    const known = await call(`${url}/mcp`, 'prompts/get', { name: 'pain' }, bob);
    expect(known.error?.message).toBe('Unknown prompt "pain"; did you mean "paint"?');
  });

  test('run once per list, completion, call and unknown name as APP_GUARD', async () => {
    let asked = 0;
    @Injectable()
    class Everywhere implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        if (context.getType<string>() !== 'cuecard') return true;
        asked += 1;
        const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
        return headers['x-user'] !== undefined;
      }
    }
    @Module({
      imports: [CuecardModule.forRoot(SERVER)],
      providers: [Paint, { provide: APP_GUARD, useClass: Everywhere }],
    })
    class Guarded {}
    for (const platform of PLATFORMS) {
      const { url } = await start(Guarded, platform);
      const calls = [
        ['prompts/list', {}],
        ['completion/complete', complete('paint')],
        ['prompts/get', { name: 'paint', arguments: { colour: 'red' } }],
        ['prompts/get', { name: 'pain' }],
      ] as const;
      for (const [method, params] of calls) {
        asked = 0;
        expect((await call(`${url}/mcp`, method, params)).error).toEqual(forbidden);
        expect(asked).toBe(1);
      }
      asked = 0;
      expect(await namesIn(`${url}/mcp`, 'prompts', bob)).toEqual(['paint']);
      expect(asked).toBe(1);
      const { result } = await call(`${url}/mcp`, 'completion/complete', complete('paint'), bob);
      expect(result).toEqual({ completion: { values: ['red', 'green'], total: 2, hasMore: false } });
    }
  });
});

describe('execution context', () => {
  const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => {
    return context.switchToHttp().getRequest<{ user?: { name: string } }>().user?.name;
  });
  @Injectable()
  class Login implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const request = context.switchToHttp().getRequest<{ headers: Record<string, string>; user?: unknown }>();
      request.user = { name: request.headers['x-user'] };
      return true;
    }
  }

  test('supports parameter decorators in any position', async () => {
    class Args {
      @Arg()
      code!: string;
    }
    @Prompt({ args: Args })
    class Third implements PromptHandler<Args> {
      render({ code }: Args, { client }: RequestContext, @CurrentUser() user: string) {
        return `${code} ${client?.revision} ${user}`;
      }
    }
    @Prompt()
    class Second implements PromptHandler {
      render(_args: object, @CurrentUser() user: unknown) {
        return `${user}`;
      }
    }
    @Module({
      imports: [CuecardModule.forRoot(SERVER)],
      providers: [Third, Second, { provide: APP_GUARD, useClass: Login }],
    })
    class AppModule {}
    for (const platform of PLATFORMS) {
      const { url } = await start(AppModule, platform);
      const ann = { 'x-user': 'ann' };
      expect(await textOf(`${url}/mcp`, 'third', { code: 'x' }, ann)).toBe('x 2025-06-18 ann');
      expect(await textOf(`${url}/mcp`, 'second', {}, ann)).toBe('ann');
    }
  });

  test('contains the method, the definition and the context of a call', async () => {
    const seen: unknown[] = [];
    @Injectable()
    class Look implements CanActivate {
      canActivate(host: ExecutionContext): boolean {
        if (!CuecardExecutionContext.isCuecard(host)) return true;
        const { method, definition, context } = CuecardExecutionContext.create(host);
        seen.push([host.getType(), method, definition?.name, context.client?.revision, host.getHandler().name]);
        return true;
      }
    }
    @Prompt()
    class Greeting implements PromptHandler {
      render() {
        return 'Hi';
      }
    }
    @Module({
      imports: [CuecardModule.forRoot(SERVER)],
      providers: [Greeting, { provide: APP_GUARD, useClass: Look }],
    })
    class AppModule {}
    const { url } = await start(AppModule);
    await textOf(`${url}/mcp`, 'greeting');
    await namesIn(`${url}/mcp`, 'prompts');
    expect(seen).toEqual([
      ['cuecard', 'prompts/get', 'greeting', '2025-06-18', 'render'],
      ['cuecard', 'prompts/list', undefined, '2025-06-18', 'answer'],
    ]);
    const http = { getType: () => 'http' } as ExecutionContext;
    expect(() => CuecardExecutionContext.create(http)).toThrow(
      'The execution context is of type "http", not "cuecard": check CuecardExecutionContext.isCuecard(context) first',
    );
  });

  test('contains a request with the caller for calls in process', async () => {
    @Prompt()
    @UseGuards(Login)
    class Whoami implements PromptHandler {
      render(_args: object, _context: RequestContext, @CurrentUser() user: string) {
        return `${user}`;
      }
    }
    @Prompt()
    class Principal implements PromptHandler {
      render(_args: object, _context: RequestContext, @CurrentPrincipal() user: string) {
        return user;
      }
    }
    const module = await Test.createTestingModule({
      imports: [CuecardModule.forRoot(SERVER)],
      providers: [Whoami, Principal],
    }).compile();
    const { prompts } = module.get(Runtime);
    const auth = { principal: 'ann', scopes: [] };
    const said = async (name: string) => (await prompts.get({ name }, { auth })).messages[0]?.content;
    expect(await said('whoami')).toEqual({ type: 'text', text: 'undefined' });
    expect(await said('principal')).toEqual({ type: 'text', text: 'ann' });
  });

  const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext) => {
    return context.switchToHttp().getRequest<{ user: { principal: string } }>().user.principal;
  });
});

test('constructs the enhancers of a forFeature class with the services of the module', async () => {
  @Injectable()
  class Keys {
    readonly valid = 'k';
  }
  @Injectable({ scope: Scope.TRANSIENT })
  class KeyGuard implements CanActivate {
    constructor(@Inject(Keys) private readonly keys: Keys) {}
    canActivate(context: ExecutionContext): boolean {
      return (
        context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-key'] === this.keys.valid
      );
    }
  }
  @Injectable()
  class Again extends KeyGuard {}
  @Prompt()
  @UseGuards(KeyGuard, Again)
  class Locked implements PromptHandler {
    render = () => 'open';
  }
  @Module({ imports: [CuecardModule.forFeature([Locked])], providers: [Keys] })
  class LockModule {}
  @Module({ imports: [CuecardModule.forRoot(SERVER), LockModule] })
  class AppModule {}
  const { url } = await start(AppModule);
  expect(await textOf(`${url}/mcp`, 'locked', {}, { 'x-key': 'k' })).toBe('open');
  expect(await textOf(`${url}/mcp`, 'locked')).toEqual(forbidden);
  expect(await namesIn(`${url}/mcp`, 'prompts')).toEqual([]);
});

test("hides a pack's class by guards with the services of each module", async () => {
  abstract class Team {
    abstract readonly key: string;
  }
  @Injectable()
  class TeamGuard implements CanActivate {
    constructor(@Inject(Team) private readonly team: Team) {}
    canActivate(context: ExecutionContext): boolean {
      const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
      return headers['x-key'] === this.team.key;
    }
  }
  class Args {
    @Arg()
    @IsIn(['red', 'green'])
    colour!: string;
  }
  @Prompt({ args: Args })
  @UseGuards(TeamGuard)
  class Locked implements PromptHandler<Args> {
    render = ({ colour }: Args) => colour;
  }
  const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Locked] });
  const pack = definePack({ name: 'outer', version: '1.0.0', prompts: [mount(inner)] });
  const team = (prefix: string) => ({
    module: { [prefix]: class {} }[prefix] as Type,
    imports: [CuecardModule.forFeature([mount(pack, { prefix })])],
    providers: [{ provide: Team, useValue: { key: prefix } }],
  });
  const imports = [CuecardModule.forRoot(SERVER), team('one'), team('two')];
  const { url } = await start({ module: class AppModule {}, imports });
  const [one, two] = [{ 'x-key': 'one' }, { 'x-key': 'two' }];
  const endpoint = `${url}/mcp`;
  expect(await namesIn(endpoint, 'prompts')).toEqual([]);
  expect(await namesIn(endpoint, 'prompts', one)).toEqual(['one_locked']);
  expect(await namesIn(endpoint, 'prompts', two)).toEqual(['two_locked']);
  expect(await textOf(endpoint, 'two_locked', { colour: 'red' }, two)).toBe('red');
  expect(await textOf(endpoint, 'two_locked', { colour: 'red' }, one)).toEqual(forbidden);
  const argument = { name: 'colour', value: 'r' };
  const complete = { ref: { type: 'ref/prompt', name: 'one_locked' }, argument };
  expect((await call(endpoint, 'completion/complete', complete, one)).error).toBe(undefined);
  expect((await call(endpoint, 'completion/complete', complete, two)).error).toEqual(forbidden);
});

test('injects services of another module into enhancers, by class, symbol and string', async () => {
  abstract class Store {
    abstract readonly seen: string[];
  }
  const LABEL = Symbol('label');
  @Module({
    providers: [
      { provide: Store, useValue: { seen: [] } },
      { provide: LABEL, useValue: 'symbol' },
      { provide: 'TEXT', useValue: 'text' },
    ],
    exports: [Store, LABEL, 'TEXT'],
  })
  class StoreModule {}
  @Injectable()
  class Around implements NestInterceptor {
    constructor(
      @Inject(Store) private readonly store: Store,
      @Inject(LABEL) private readonly label: string,
    ) {}
    intercept(_context: ExecutionContext, next: CallHandler) {
      this.store.seen.push(`interceptor ${this.label}`);
      return next.handle();
    }
  }
  @Injectable()
  class Pipe implements PipeTransform {
    constructor(
      @Inject(Store) private readonly store: Store,
      @Inject('TEXT') private readonly text: string,
    ) {}
    transform(value: unknown): unknown {
      this.store.seen.push(`pipe ${this.text}`);
      return value;
    }
  }
  @Catch()
  class Caught implements ExceptionFilter {
    constructor(@Inject(Store) private readonly store: Store) {}
    catch(): string {
      return this.store.seen.join(', ');
    }
  }
  @Prompt()
  @UseInterceptors(Around)
  @UsePipes(Pipe)
  @UseFilters(Caught)
  class Failing implements PromptHandler {
    render(): string {
      throw new Error('secret');
    }
  }
  @Module({ imports: [StoreModule], providers: [Failing] })
  class FailingModule {}
  @Module({ imports: [CuecardModule.forRoot(SERVER), FailingModule] })
  class AppModule {}
  const { url } = await start(AppModule);
  expect(await textOf(`${url}/mcp`, 'failing')).toBe('interceptor symbol, pipe text');
});

test('hides a class with guards after a lazy module failed to load', async () => {
  @Injectable()
  class Nobody implements CanActivate {
    canActivate = () => false;
  }
  @Prompt()
  @UseGuards(Nobody)
  class Closed implements PromptHandler {
    render = () => 'never';
  }
  @Prompt({ name: 'no good name' })
  class Wrong implements PromptHandler {
    render = () => '';
  }
  @Module({ imports: [CuecardModule.forFeature([Wrong])] })
  class LazyModule {}
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Closed] })
  class AppModule {}
  const { app, url } = await start(AppModule);
  await expect(app.get(LazyModuleLoader).load(() => LazyModule)).rejects.toThrow('Wrong');
  expect(await namesIn(`${url}/mcp`, 'prompts')).toEqual([]);
});

test('passes errors that no filter of a class handles to a global filter', async () => {
  @Catch(RangeError)
  class Ranges implements ExceptionFilter {
    catch = () => 'out of range';
  }
  @Prompt()
  class Failing implements PromptHandler {
    render(): string {
      throw new RangeError('secret');
    }
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Failing, { provide: APP_FILTER, useClass: Ranges }] })
  class AppModule {}
  const { url, lines } = await start(AppModule);
  expect(await textOf(`${url}/mcp`, 'failing')).toBe('out of range');
  expect(lines.errors).toEqual([]);
});
