import { Arg, Prompt, type PromptHandler, RequestContext, Runtime, Tool } from '@cuecard/core';
import { CuecardController, CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { Controller, Injectable, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  ApiExcludeController,
  ApiProperty,
  ApiPropertyOptional,
  DocumentBuilder,
  PartialType,
  SwaggerModule,
} from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { ClsModule, ClsService } from 'nestjs-cls';
import { HeaderResolver, I18n, I18nContext, I18nLoader, I18nModule } from 'nestjs-i18n';
import { closeAll, PLATFORMS, post, SERVER, start, textOf } from '../support/applications.ts';

afterEach(closeAll);

@Prompt()
class Greeting implements PromptHandler {
  render = () => 'Hi';
}

test('ThrottlerGuard limits each call of a batch with an error', async () => {
  @Module({
    imports: [CuecardModule.forRoot(SERVER), ThrottlerModule.forRoot([{ ttl: 60_000, limit: 3 }])],
    providers: [Greeting, { provide: APP_GUARD, useClass: ThrottlerGuard }],
  })
  class Throttled {}
  for (const platform of PLATFORMS) {
    const { url, lines } = await start(Throttled, platform);
    const message = (id: number) => ({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name: 'greeting' } });
    const batch = [1, 2, 3, 4].map(message);
    const response = await post(`${url}/mcp`, batch, { 'mcp-protocol-version': '2025-03-26' });
    const answers = (await response.json()) as { error?: object }[];
    const limited = { code: 429, message: 'ThrottlerException: Too Many Requests', data: { status: 429 } };
    const errors = answers.flatMap(({ error }) => error ?? []); // The responses of a batch are in any order.
    expect(errors).toEqual([limited]);
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

test('I18nContext.current() and @I18n() use the language of the request, without warnings', async () => {
  @Injectable()
  class Translations extends I18nLoader {
    languages = async () => ['en', 'de'];
    load = async () => ({ en: { HELLO: 'Hello' }, de: { HELLO: 'Hallo' } });
  }
  class Greetings {
    @Prompt()
    current() {
      return I18nContext.current()?.t('HELLO') as string;
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
    for (const name of ['current', 'parameter']) {
      expect(await textOf(`${url}/mcp`, name)).toBe('Hello');
      expect(await textOf(`${url}/mcp`, name, {}, { 'x-language': 'de' })).toBe('Hallo');
    }
    expect(lines.all.filter(([level]) => level !== 'log')).toEqual([]);
  }
});

test('SwaggerModule gives the operation of each server its own id, and @ApiExcludeController hides an endpoint', async () => {
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
  const { app } = await start(Documented);
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const ids = Object.values(paths).map(({ post: operation }) => operation?.operationId);
  const name = 'CuecardServerController';
  expect(ids.toSorted()).toEqual([`${name}_admin_handlePost`, `${name}_handlePost`]);
});

test('an argument without a description gets the description of @ApiProperty()', async () => {
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

test('ClsService returns the store of the request, with 50 requests at once', async () => {
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
