import { Arg, Prompt, type PromptHandler, RequestContext, Runtime, Tool } from '@cuecard/core';
import { CuecardController, CuecardHealthIndicator, CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  ApiExcludeController,
  ApiProperty,
  ApiPropertyOptional,
  DocumentBuilder,
  PartialType,
  SwaggerModule,
} from '@nestjs/swagger';
import { HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { ClsModule, ClsService } from 'nestjs-cls';
import { HeaderResolver, I18n, I18nContext, I18nLoader, I18nModule, I18nService } from 'nestjs-i18n';
import { call, closeAll, PLATFORMS, SERVER, start, textOf } from '../support/applications.ts';

afterEach(closeAll);

@Prompt()
class Greeting implements PromptHandler {
  render = () => 'Hi';
}

test('ThrottlerGuard limits requests to the endpoint with 429, and calls with an error', async () => {
  @Module({
    imports: [CuecardModule.forRoot(SERVER), ThrottlerModule.forRoot([{ ttl: 60_000, limit: 3 }])],
    providers: [Greeting, { provide: APP_GUARD, useClass: ThrottlerGuard }],
  })
  class Throttled {}
  for (const platform of PLATFORMS) {
    const { url, lines } = await start(Throttled, platform);
    const message = (id: number) => ({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name: 'greeting' } });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-03-26',
    };
    const batch = JSON.stringify([1, 2, 3, 4].map(message));
    const answers = (await (await fetch(`${url}/mcp`, { method: 'POST', headers, body: batch })).json()) as {
      error?: object;
    }[];
    const limited = { code: 429, message: 'ThrottlerException: Too Many Requests', data: { status: 429 } };
    const errors = answers.flatMap(({ error }) => error ?? []); // The answers of a batch are in no order.
    expect(errors).toEqual([limited]);
    await textOf(`${url}/mcp`, 'greeting');
    await textOf(`${url}/mcp`, 'greeting');
    const refused = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message(1)) });
    expect(refused.status).toBe(429);
    expect(refused.headers.has('retry-after')).toBe(true);
    expect(lines.errors).toEqual([]);
  }
});

test('Test.createTestingModule calls prompts behind ThrottlerGuard after init()', async () => {
  @Module({
    imports: [CuecardModule.forRoot(SERVER), ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1 }])],
    providers: [Greeting, { provide: APP_GUARD, useClass: ThrottlerGuard }],
  })
  class Throttled {}
  const module = await Test.createTestingModule({ imports: [Throttled] }).compile();
  await module.init();
  const { prompts } = module.get(Runtime);
  expect((await prompts.render(Greeting, {})).messages).toHaveLength(1);
  await expect(prompts.render(Greeting, {})).rejects.toThrow('Too Many Requests');
  await module.close();
});

test('I18nService, I18nContext and @I18n() use the language of the request, without warnings', async () => {
  @Injectable()
  class Translations extends I18nLoader {
    languages = async () => ['en', 'de'];
    load = async () => ({ en: { HELLO: 'Hello' }, de: { HELLO: 'Hallo' } });
  }
  @Injectable()
  class Greetings {
    constructor(private readonly i18n: I18nService) {}
    @Prompt()
    service() {
      return this.i18n.t('HELLO', { lang: I18nContext.current()?.lang ?? 'en' }) as string;
    }
    @Prompt()
    parameter(_context: RequestContext, @I18n() i18n: I18nContext) {
      return i18n.t('HELLO') as string;
    }
  }
  const [resolvers, logging] = [[new HeaderResolver(['x-language'])], false];
  @Module({
    imports: [
      CuecardModule.forRoot(SERVER),
      I18nModule.forRoot({ fallbackLanguage: 'en', loader: Translations, loaderOptions: {}, resolvers, logging }),
    ],
    providers: [Greetings],
  })
  class Translated {}
  for (const platform of PLATFORMS) {
    const { url, lines } = await start(Translated, platform);
    for (const name of ['service', 'parameter']) {
      expect(await textOf(`${url}/mcp`, name)).toBe('Hello');
      expect(await textOf(`${url}/mcp`, name, {}, { 'x-language': 'de' })).toBe('Hallo');
    }
    expect(lines.all.filter(([level]) => level !== 'log')).toEqual([]);
  }
});

test('Swagger documents one operation of an endpoint, or none', async () => {
  @ApiExcludeController()
  @Controller('hidden')
  class Hidden extends CuecardController {}
  @Module({
    imports: [
      CuecardModule.forRoot(SERVER),
      CuecardModule.forRoot({ ...SERVER, server: 'admin', path: 'admin/mcp', include: [] }),
    ],
    controllers: [Hidden],
    providers: [Greeting],
  })
  class Documented {}
  for (const platform of PLATFORMS) {
    const { app } = await start(Documented, platform);
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    const operations = Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)]);
    expect(operations.toSorted()).toEqual([
      ['/admin/mcp', ['post']],
      ['/mcp', ['post']],
    ]);
    const ids = Object.values(paths).map(({ post }) => post?.operationId);
    const name = 'CuecardServerController';
    expect(new Set(ids)).toEqual(new Set([`${name}_handlePost`, `${name}_admin_handlePost`]));
  }
});

test('the descriptions of Swagger describe arguments', async () => {
  class NewOrder {
    @Arg()
    @ApiProperty({ description: 'The article' })
    article!: string;
    @Arg({ description: 'How many' })
    @ApiPropertyOptional({ description: 'Not shown' })
    count = 1;
  }
  class OrderChange extends PartialType(NewOrder) {}
  class Orders {
    @Tool()
    create(_order: NewOrder) {
      return 'created';
    }
    @Tool()
    change(_change: OrderChange) {
      return 'changed';
    }
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Orders] })
  class Described {}
  const module = await Test.createTestingModule({ imports: [Described] }).compile();
  const { tools } = await module.get(Runtime).tools.list();
  const descriptions = tools.map(({ inputSchema }) =>
    Object.values(inputSchema.properties ?? {}).map((each) => (each as { description?: string }).description),
  );
  expect(descriptions).toEqual([
    ['The article', 'How many'],
    ['The article', 'How many'],
  ]);
});

test("the store of nestjs-cls reaches prompts, each request's own", async () => {
  @Prompt()
  class Whose implements PromptHandler {
    constructor(private readonly cls: ClsService) {}
    async render() {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      return `${this.cls.get('user')}`;
    }
  }
  const setup = (cls: ClsService, request: { headers: Record<string, string> }) => {
    cls.set('user', request.headers['x-user']);
  };
  @Module({
    imports: [CuecardModule.forRoot(SERVER), ClsModule.forRoot({ global: true, middleware: { mount: true, setup } })],
    providers: [Whose],
  })
  class WithCls {}
  for (const platform of PLATFORMS) {
    const { url } = await start(WithCls, platform);
    const users = Array.from({ length: 50 }, (_, index) => `u${index}`);
    const said = users.map((user) => textOf(`${url}/mcp`, 'whose', {}, { 'x-user': user }));
    expect(await Promise.all(said)).toEqual(users);
  }
});

test('Terminus takes the health indicator', async () => {
  @Controller('health')
  class Health {
    constructor(
      private readonly health: HealthCheckService,
      private readonly cuecard: CuecardHealthIndicator,
    ) {}
    @Get()
    check() {
      return this.health.check([() => this.cuecard.isHealthy()]);
    }
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER), TerminusModule], controllers: [Health], providers: [Greeting] })
  class Healthy {}
  const { url } = await start(Healthy);
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
    status: 'ok',
    info: { cuecard: { status: 'up', prompts: 1 } },
  });
  expect((await call(`${url}/mcp`, 'ping')).error).toBe(undefined);
});
