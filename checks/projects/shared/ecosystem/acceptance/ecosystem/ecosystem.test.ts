import { Prompt, type PromptHandler } from '@cuecard/core';
import { CuecardHealthIndicator, CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { ClsModule, ClsService } from 'nestjs-cls';
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
