import { AsyncLocalStorage } from 'node:async_hooks';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { Arg, Prompt, type PromptHandler, type RequestContext } from '@cuecard/core';
import {
  CuecardController,
  CuecardEndpoint,
  CuecardModule,
  type CuecardRequest,
  getEndpointToken,
} from '@cuecard/nestjs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  type MiddlewareConsumer,
  Module,
  RequestMethod,
  UnauthorizedException,
  UseGuards,
  VersioningType,
} from '@nestjs/common';
import { APP_GUARD, RouterModule } from '@nestjs/core';
import { call, closeAll, namesIn, PLATFORMS, post, SERVER, start, textOf } from './support/applications.ts';

afterEach(closeAll);

class Args {
  @Arg()
  code!: string;
}

@Prompt({ args: Args })
class Review implements PromptHandler<Args> {
  render = ({ code }: Args) => `${code.length}`;
}

@Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Review] })
class AppModule {}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

/** Connects both official clients. Only v1 opens a session. */
async function connectClients(url: string, user = 'ann') {
  const endpoint = new URL(`${url}/mcp`);
  const options = { requestInit: { headers: { 'x-user': user } } };
  const v1 = new ClientV1({ name: 'test', version: '1.0.0' });
  await v1.connect(new HttpV1(endpoint, options) as Parameters<ClientV1['connect']>[0]);
  const v2 = new ClientV2({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await v2.connect(new HttpV2(endpoint, options));
  return [v1, v2] as const;
}

test('CuecardModule serves official clients on both platforms, with and without sessions', async () => {
  for (const platform of PLATFORMS) {
    const { url } = await start(AppModule, platform);
    for (const client of await connectClients(url)) {
      const { messages } = await client.getPrompt({ name: 'review', arguments: { code: 'let x' } });
      expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: '5' } }]);
      await client.close();
    }
  }
});

test('CuecardModule passes the HTTP request to guards', async () => {
  @Injectable()
  class Ann implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      return context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-user'] === 'ann';
    }
  }
  @Prompt()
  @UseGuards(Ann)
  class Guarded implements PromptHandler {
    render = () => 'in';
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Guarded] })
  class Served {}
  for (const platform of PLATFORMS) {
    const { url } = await start(Served, platform);
    for (const ann of await connectClients(url, 'ann')) {
      const { messages } = await ann.getPrompt({ name: 'guarded' });
      expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'in' } }]);
      expect((await ann.listPrompts()).prompts).toHaveLength(1);
      await ann.close();
    }
    for (const bob of await connectClients(url, 'bob')) {
      await expect(bob.getPrompt({ name: 'guarded' })).rejects.toThrow('Forbidden resource');
      expect((await bob.listPrompts()).prompts).toEqual([]);
      await bob.close();
    }
  }
});

describe('CuecardModule route', () => {
  test('the path begins with the global prefix unless setGlobalPrefix excludes the path', async () => {
    for (const platform of PLATFORMS) {
      const within = await start(AppModule, platform, (app) => app.setGlobalPrefix('api'));
      expect(await namesIn(`${within.url}/api/mcp`, 'prompts')).toEqual(['review']);
      expect((await post(`${within.url}/mcp`, initialize)).status).toBe(404);
      const without = await start(AppModule, platform, (app) =>
        app.setGlobalPrefix('api', { exclude: [{ path: 'mcp', method: RequestMethod.ALL }] }),
      );
      expect(await namesIn(`${without.url}/mcp`, 'prompts')).toEqual(['review']);
    }
  });

  test('accepts its `version`, or any version by default, with every VersioningType', async () => {
    @Module({ imports: [CuecardModule.forRoot({ ...SERVER, route: { version: '2' } })], providers: [Review] })
    class Second {}
    const kinds = [
      [{ type: VersioningType.URI }, '/v2/mcp', {}],
      [{ type: VersioningType.HEADER, header: 'x-version' }, '/mcp', { 'x-version': '2' }],
      [{ type: VersioningType.MEDIA_TYPE, key: 'v=' }, '/mcp', { accept: 'application/json, text/event-stream;v=2' }],
      [{ type: VersioningType.CUSTOM, extractor: () => '2' }, '/mcp', {}],
    ] as const;
    for (const platform of PLATFORMS) {
      for (const [versioning, path, headers] of kinds) {
        const { url } = await start(Second, platform, (app) => app.enableVersioning(versioning));
        expect(await namesIn(`${url}${path}`, 'prompts', headers)).toEqual(['review']);
        const neutral = await start(AppModule, platform, (app) => app.enableVersioning(versioning));
        expect(await namesIn(`${neutral.url}/mcp`, 'prompts', headers)).toEqual(['review']);
      }
      const { url } = await start(Second, platform, (app) => app.enableVersioning({ type: VersioningType.URI }));
      expect((await post(`${url}/v1/mcp`, initialize)).status).toBe(404);
    }
  });

  test('responds with 405 to PUT and PATCH', async () => {
    for (const platform of PLATFORMS) {
      const { url } = await start(AppModule, platform);
      for (const method of ['PUT', 'PATCH']) {
        const { status, headers } = await fetch(`${url}/mcp`, { method });
        expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
      }
    }
  });

  test('responds only to its `host`', async () => {
    const host = 'desk.example.com';
    const http = { allowedHosts: [host, '127.0.0.1'] };
    @Module({ imports: [CuecardModule.forRoot({ ...SERVER, http, route: { host } })], providers: [Review] })
    class Hosted {}
    const { url } = await start(Hosted, 'express');
    expect(await statusFor(url, host)).toBe(200);
    expect(await statusFor(url, '127.0.0.1')).toBe(404);
  });

  test('starts with the path of its module in RouterModule', async () => {
    @Controller('mcp')
    class OwnController extends CuecardController {}
    @Module({ controllers: [OwnController] })
    class EndpointModule {}
    @Module({
      imports: [
        CuecardModule.forRoot({ ...SERVER, path: false }),
        EndpointModule,
        RouterModule.register([{ path: 'tools', module: EndpointModule }]),
      ],
      providers: [Review],
    })
    class Routed {}
    for (const platform of PLATFORMS) {
      const { url } = await start(Routed, platform);
      expect(await namesIn(`${url}/tools/mcp`, 'prompts')).toEqual(['review']);
    }
  });

  test('has a different path for each server', async () => {
    @Prompt()
    class Inner implements PromptHandler {
      render = () => 'inner';
    }
    @Module({ providers: [Inner] })
    class AdminModule {}
    const admin = { ...SERVER, server: 'admin', path: 'admin/mcp', include: [AdminModule] };
    @Module({
      imports: [
        CuecardModule.forRoot(admin),
        CuecardModule.forRootAsync({
          inject: ['NAME'],
          imports: [{ module: class Names {}, providers: [{ provide: 'NAME', useValue: 'desk' }], exports: ['NAME'] }],
          useFactory: (name: string) => ({ ...SERVER, name }),
        }),
        AdminModule,
      ],
      providers: [Review],
    })
    class Both {}
    for (const platform of PLATFORMS) {
      const { url } = await start(Both, platform);
      expect(await namesIn(`${url}/mcp`, 'prompts')).toEqual(['review']);
      expect(await namesIn(`${url}/admin/mcp`, 'prompts')).toEqual(['inner']);
    }
  });

  test('uses the path and guards of a CuecardController if `path` is false', async () => {
    @Injectable()
    class Key implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        return context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-key'] === 'k';
      }
    }
    @Controller('own')
    @UseGuards(Key)
    class OwnController extends CuecardController {}
    @Controller('second')
    class SecondController extends CuecardController {
      constructor(@Inject(getEndpointToken('second')) endpoint: CuecardEndpoint) {
        super(endpoint);
      }
    }
    @Module({ providers: [] })
    class Nothing {}
    @Module({
      imports: [
        CuecardModule.forRoot({ ...SERVER, path: false }),
        CuecardModule.forRoot({ ...SERVER, server: 'second', path: false, include: [Nothing] }),
      ],
      controllers: [OwnController, SecondController],
      providers: [Review],
    })
    class Own {}
    for (const platform of PLATFORMS) {
      const { url } = await start(Own, platform);
      expect((await post(`${url}/own`, initialize)).status).toBe(403);
      expect(await namesIn(`${url}/own`, 'prompts', { 'x-key': 'k' })).toEqual(['review']);
      expect(await namesIn(`${url}/second`, 'prompts')).toEqual([]);
      expect((await post(`${url}/mcp`, initialize)).status).toBe(404);
    }
  });
});

test('CuecardModule keeps the headers that middleware and guards set on the response', async () => {
  type Headers = { header(name: string, value: unknown): unknown };
  @Injectable()
  class Stamp implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      if (context.getType() === 'http') {
        const response = context.switchToHttp().getResponse<Headers>();
        response.header('x-request-id', 'r1');
        response.header('set-cookie', ['a=1', 'b=2']);
      }
      return true;
    }
  }
  @Module({
    imports: [CuecardModule.forRoot(SERVER)],
    providers: [Review, { provide: APP_GUARD, useClass: Stamp }],
  })
  class Stamped {}
  for (const platform of PLATFORMS) {
    const { url } = await start(Stamped, platform);
    const { status, headers } = await post(`${url}/mcp`, initialize);
    expect([status, headers.get('x-request-id'), headers.getSetCookie()]).toEqual([200, 'r1', ['a=1', 'b=2']]);
  }
});

describe('CuecardModule authentication', () => {
  @Injectable()
  class Login implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const request = context.switchToHttp().getRequest<{ headers: Record<string, string>; user?: unknown }>();
      const name = request.headers['x-user'];
      if (name === undefined) throw new UnauthorizedException();
      request.user = { name };
      return true;
    }
  }
  @Prompt({ scopes: ['read'] })
  class Secret implements PromptHandler {
    render = (_args: object, { auth }: RequestContext) => `${auth?.principal}`;
  }

  test('uses APP_GUARD and `identity`, including for initialize', async () => {
    @Module({
      imports: [
        CuecardModule.forRoot({
          ...SERVER,
          identity: ({ user }: CuecardRequest & { user?: { name: string } }) =>
            user && { principal: user.name, scopes: ['read'] },
        }),
      ],
      providers: [Secret, { provide: APP_GUARD, useClass: Login }],
    })
    class Guarded {}
    for (const platform of PLATFORMS) {
      const { url } = await start(Guarded, platform);
      expect((await post(`${url}/mcp`, initialize)).status).toBe(401);
      expect((await post(`${url}/mcp`, initialize, { 'x-user': 'ann' })).status).toBe(200);
      expect(await textOf(`${url}/mcp`, 'secret', {}, { 'x-user': 'ann' })).toBe('ann');
    }
  });

  test('sends the WWW-Authenticate challenge of an APP_GUARD', async () => {
    const challenge = 'Bearer resource_metadata="https://desk.example/.well-known/oauth-protected-resource/mcp"';
    @Injectable()
    class Challenging implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        const response = context.switchToHttp().getResponse<{ header(name: string, value: string): unknown }>();
        response.header('WWW-Authenticate', challenge);
        throw new UnauthorizedException();
      }
    }
    @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [{ provide: APP_GUARD, useClass: Challenging }] })
    class App {}
    for (const platform of PLATFORMS) {
      const { url } = await start(App, platform);
      const { status, headers } = await post(`${url}/mcp`, { jsonrpc: '2.0', id: 1, method: 'prompts/list' });
      expect([status, headers.get('www-authenticate')]).toEqual([401, challenge]);
    }
  });

  test('accepts anonymous callers if `identity` is not set, but rejects them if it returns undefined', async () => {
    @Module({
      imports: [CuecardModule.forRoot({ ...SERVER, identity: () => undefined })],
      providers: [Secret],
    })
    class Nobody {}
    @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Secret] })
    class Open {}
    for (const platform of PLATFORMS) {
      const nobody = await start(Nobody, platform);
      expect((await post(`${nobody.url}/mcp`, initialize)).status).toBe(401);
      const open = await start(Open, platform);
      expect(await namesIn(`${open.url}/mcp`, 'prompts')).toEqual([]);
    }
  });

  test('serves the metadata of `bearer` without global prefix and guards', async () => {
    const bearer = {
      resource: 'https://desk.example.com/api/mcp',
      authorizationServers: ['https://login.example.com'],
      verify: (token: string) => (token === 'good' ? { principal: 'ann', scopes: ['read'] } : undefined),
    };
    @Injectable()
    class NobodyElse implements CanActivate {
      canActivate = (context: ExecutionContext) => {
        const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
        return headers['x-user'] === 'ann';
      };
    }
    @Module({
      imports: [CuecardModule.forRoot({ ...SERVER, bearer })],
      providers: [Secret, { provide: APP_GUARD, useClass: NobodyElse }],
    })
    class Bearing {}
    for (const platform of PLATFORMS) {
      const { url } = await start(Bearing, platform, (app) => app.setGlobalPrefix('api'));
      const ann = { 'x-user': 'ann' };
      const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/api/mcp`);
      expect(await metadata.json()).toMatchObject({ resource: bearer.resource });
      const refused = await post(`${url}/api/mcp`, initialize, ann);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe(
        'Bearer resource_metadata="https://desk.example.com/.well-known/oauth-protected-resource/api/mcp"',
      );
      const good = { ...ann, authorization: 'Bearer good' };
      expect(await textOf(`${url}/api/mcp`, 'secret', {}, good)).toBe('ann');
    }
  });
});

test('CuecardModule answers preflights and requests of allowed origins, and rejects others', async () => {
  const origin = 'https://app.example.com';
  const http = { allowedOrigins: [origin] };
  @Module({ imports: [CuecardModule.forRoot({ ...SERVER, http })], providers: [Review] })
  class Open {}
  for (const platform of PLATFORMS) {
    for (const isCors of [true, false]) {
      const { url } = await start(Open, platform, (app) => {
        if (isCors) app.enableCors({ origin });
      });
      const preflight = await fetch(`${url}/mcp`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      const answer = await post(`${url}/mcp`, initialize, { origin });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
      expect(answer.headers.get('access-control-expose-headers')).toContain('mcp-session-id');
      expect((await post(`${url}/mcp`, initialize, { origin: 'https://evil.example.com' })).status).toBe(403);
    }
  }
});

describe('CuecardModule with the body parser of the application', () => {
  const asking = (length: number) => ({ name: 'review', arguments: { code: 'x'.repeat(length) } });
  const lengthOf = async (url: string, length: number) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: asking(length) };
    const response = await post(`${url}/mcp`, message);
    return response.status === 200 ? response.json() : response.status;
  };
  const answer = (length: number) => ({
    jsonrpc: '2.0',
    id: 1,
    result: { messages: [{ role: 'user', content: { type: 'text', text: `${length}` } }] },
  });
  interface WithBodyLimit {
    useBodyParser(type: 'json' | 'application/json', ...options: object[]): void;
  }

  test('accepts bodies up to the limit of the parser', async () => {
    const { url } = await start(AppModule, 'express');
    expect(await lengthOf(url, 90_000)).toEqual(answer(90_000));
    expect(await lengthOf(url, 150_000)).toBe(413);
    const large = await start(AppModule, 'express', (app) =>
      (app as unknown as WithBodyLimit).useBodyParser('json', { limit: '4mb' }),
    );
    expect(await lengthOf(large.url, 150_000)).toEqual(answer(150_000));
    expect(await lengthOf(large.url, 950_000)).toEqual(answer(950_000));
    const fastify = await start(AppModule, 'fastify');
    expect(await lengthOf(fastify.url, 150_000)).toEqual(answer(150_000));
    expect(await lengthOf(fastify.url, 1_100_000)).toBe(413);
    const wide = await start(AppModule, 'fastify', (app) =>
      (app as unknown as WithBodyLimit).useBodyParser('application/json', { bodyLimit: 5_000_000 }),
    );
    expect(await lengthOf(wide.url, 950_000)).toEqual(answer(950_000));
    for (const { url: each } of [large, wide]) {
      const rejected = await call(`${each}/mcp`, 'prompts/get', asking(1_100_000));
      expect(rejected.error?.code).toBe(-32602); // The runtime limits an argument.
    }
  });

  test('accepts a body of 4 MB if the parser and the limits of the server do', async () => {
    const limits = { argumentLength: 4_000_000 };
    const http = { maxBodyBytes: 5_000_000 };
    @Module({ imports: [CuecardModule.forRoot({ ...SERVER, limits, http })], providers: [Review] })
    class Wide {}
    const express = await start(Wide, 'express', (app) =>
      (app as unknown as WithBodyLimit).useBodyParser('json', { limit: '5mb' }),
    );
    const fastify = await start(Wide, 'fastify', (app) =>
      (app as unknown as WithBodyLimit).useBodyParser('application/json', { bodyLimit: 5_000_000 }),
    );
    for (const { url } of [express, fastify]) expect(await lengthOf(url, 4_000_000)).toEqual(answer(4_000_000));
  });

  test('rejects invalid JSON and accepts a body in two packets', async () => {
    for (const platform of PLATFORMS) {
      const { url } = await start(AppModule, platform);
      expect((await post(`${url}/mcp`, '{"jsonrpc": ')).status).toBe(400);
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: asking(10) });
      expect(await responseOf(url, message, { packets: 2 })).toContain('"text":"10"');
    }
  });
});

test('CuecardModule keeps the AsyncLocalStorage of middleware in 320 concurrent requests', async () => {
  const store = new AsyncLocalStorage<string>();
  @Prompt()
  class Whose implements PromptHandler {
    async render() {
      const before = store.getStore();
      const turns = Number(before?.slice(1)) % 5; // Requests end in another order than they began.
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return `${before} ${store.getStore()}`;
    }
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [Whose] })
  class WithStore {
    configure(consumer: MiddlewareConsumer): void {
      const remember = (request: { headers: Record<string, string> }, _response: unknown, next: () => void) =>
        store.run(request.headers['x-user'] ?? '', next);
      consumer.apply(remember).forRoutes('*path');
    }
  }
  for (const platform of PLATFORMS) {
    const { url } = await start(WithStore, platform);
    const users = Array.from({ length: 320 }, (_, index) => `u${index}`);
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'whose' } });
    const responses = await Promise.all(
      users.map((user, index) => responseOf(url, message, { packets: 1 + (index % 2), user })),
    );
    expect(responses.filter((response, index) => !response.includes(`"u${index} u${index}"`))).toEqual([]);
  }
});

test('CuecardModule serves Express requests with a `raw` property', async () => {
  const { url } = await start(AppModule, 'express', (app) => {
    app.use((request: { raw?: unknown }, _response: unknown, next: () => void) => {
      request.raw = Buffer.from('as it came');
      next();
    });
  });
  expect(await textOf(`${url}/mcp`, 'review', { code: 'let x' })).toBe('5');
});

test('CuecardModule leaves other routes of the application alone', async () => {
  @Controller()
  class About {
    @Get('about')
    about() {
      return { about: 'us' };
    }
  }
  @Module({ imports: [AppModule], controllers: [About] })
  class Whole {}
  for (const platform of PLATFORMS) {
    const { url } = await start(Whole, platform);
    expect(await (await fetch(`${url}/about`)).json()).toEqual({ about: 'us' });
  }
});

/** Sends `initialize` with a Host header, and returns the status. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  const headers = { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Promise((resolve, reject) => {
    const request = send(`${url}/mcp`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end(JSON.stringify(initialize));
  });
}

/** Posts a message in one or two packets, and returns the whole response. */
function responseOf(url: string, message: string, { packets = 1, user = '' }): Promise<string> {
  const { hostname, port } = new URL(url);
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: ${hostname}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2025-06-18',
    `X-User: ${user}`,
    `Content-Length: ${message.length}`,
    'Connection: close',
  ];
  const request = `${head.join('\r\n')}\r\n\r\n${message}`;
  const first = packets === 1 ? request.length : request.length - message.length + 20;
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(request.slice(0, first));
      if (packets > 1) setTimeout(() => socket.write(request.slice(first)), 20);
    });
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
    socket.on('close', () => resolve(response)).on('error', reject);
  });
}
