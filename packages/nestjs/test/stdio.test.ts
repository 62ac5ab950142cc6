import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Prompt, type PromptHandler, type RequestContext } from '@cuecard/core';
import { CuecardModule, type CuecardRequest, type CuecardStdioOptions, serveStdio } from '@cuecard/nestjs';
import { expect, test } from '@jest/globals';
import { type CanActivate, type ExecutionContext, Inject, Injectable, Module, Scope, UseGuards } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { SERVER } from './support/applications.ts';

type UserRequest = CuecardRequest & { readonly user?: { readonly name: string } };

@Injectable()
class Ann implements CanActivate {
  canActivate = (context: ExecutionContext) => context.switchToHttp().getRequest<UserRequest>().user?.name === 'Ann';
}

@Prompt({ name: 'greeting' })
@UseGuards(Ann)
@Injectable({ scope: Scope.REQUEST })
class Greeting implements PromptHandler {
  constructor(@Inject(REQUEST) readonly request: UserRequest) {}

  render = (_args: object, { auth }: RequestContext) => `${this.request.user?.name} as ${auth?.principal}`;
}

const identity = ({ user }: UserRequest) => user && { principal: user.name.toLowerCase(), scopes: [] };

@Module({ imports: [CuecardModule.forRoot({ ...SERVER, identity })], providers: [Greeting] })
class AppModule {}

/** Gets the prompt over stdio, and returns its text or the error. */
async function greeting(options: CuecardStdioOptions): Promise<unknown> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
  const app = await serveStdio(AppModule, { ...options, stdin, stdout });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'greeting', _meta } })}\n`,
  );
  const [line] = (await once(stdout, 'data')) as [string];
  await app.close();
  const { result, error } = JSON.parse(line) as {
    result?: { messages: { content: { text: string } }[] };
    error?: object;
  };
  return result?.messages[0]?.content.text ?? error;
}

test('serveStdio passes its `request` to guards, providers and `identity`', async () => {
  expect(await greeting({ request: { user: { name: 'Ann' } } })).toBe('Ann as ann');
  expect(await greeting({ request: { user: { name: 'Ann' } }, auth: { principal: 'me', scopes: [] } })).toBe(
    'Ann as me',
  );
  const forbidden = { code: 403, message: 'Forbidden resource', data: { status: 403 } };
  expect(await greeting({ request: { user: { name: 'Bob' } } })).toEqual(forbidden);
});

test('serveStdio rejects a `request` for which `identity` returns no caller', async () => {
  await expect(serveStdio(AppModule, { request: {} })).rejects.toThrow(
    'serveStdio: `identity` returned no caller for `request`: pass a `request` that `identity` accepts, or pass `auth`',
  );
});
