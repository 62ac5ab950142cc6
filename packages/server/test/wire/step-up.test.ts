import { Arg, Complete, Prompt, Resource, Runtime, Tool } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { expect, test } from '@jest/globals';
import { envelope } from './support/modern.ts';

const scopes = ['orders:write', 'orders:read'];

class Id {
  @Arg() id!: string;
}

@Tool({ name: 'cancel', description: 'Cancels an order', scopes, stepUp: true })
class Cancel {
  call = () => 'cancelled';
}

@Prompt({ name: 'review', description: 'Reviews an order', args: Id, scopes, stepUp: true })
class Review {
  render = () => 'Review it';

  @Complete('id')
  ids() {
    return ['1'];
  }
}

@Resource({ name: 'order', uri: 'orders:///1', scopes, stepUp: true })
class Order {
  read = () => 'order';
}

@Resource({ name: 'orders', uri: 'all-orders:///{id}', args: Id, scopes, stepUp: true })
class AnyOrder {
  read = () => 'order';
  list() {
    return [{ args: { id: '7' } }];
  }
}

@Tool({ name: 'hidden', scopes })
class Hidden {
  call = () => 'hidden';
}

const tokens: Readonly<Record<string, string[]>> = { all: scopes, some: ['orders:read'], own: ['own'] };

const bearer = {
  resource: 'https://orders.example/mcp',
  authorizationServers: ['https://login.example'],
  verify: (token: string) => {
    const granted = tokens[token];
    return granted && { principal: 'ann', scopes: granted };
  },
};

/** Sends a request in a revision. Resolves to its status, its challenge and its body. */
async function send(
  token: string,
  method: string,
  params: object,
  { revision = '2025-11-25', always = [] as string[] } = {},
) {
  const logger = { error() {}, warn() {} };
  const runtime = new Runtime({ prompts: [Review], tools: [Cancel, Hidden], resources: [Order, AnyOrder], logger });
  const handler = createHandler(runtime, {
    name: 'orders',
    version: '1.0.0',
    bearer: { ...bearer, scopes: always },
    allowedHosts: ['localhost'],
  });
  const isSelfContained = revision === '2026-07-28';
  const { name, uri } = params as { name?: string; uri?: string };
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': revision,
        ...(isSelfContained && { 'mcp-method': method, ...((name ?? uri) && { 'mcp-name': name ?? uri }) }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, ...(isSelfContained && { _meta: envelope() }) },
      }),
    }),
  );
  const body = (await response.json()) as { result?: Record<string, unknown>; error?: object };
  await handler.close();
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body };
}

const ways = [{ revision: '2025-03-26' }, { revision: '2025-11-25' }, { revision: '2026-07-28' }];

test.each(ways)('HttpHandler challenges a caller without the scopes of a definition with stepUp: %j', async (way) => {
  const requests: [string, object, string][] = [
    ['tools/call', { name: 'cancel' }, 'tool "cancel"'],
    ['prompts/get', { name: 'review', arguments: { id: '1' } }, 'prompt "review"'],
    ['resources/read', { uri: 'orders:///1' }, 'resource "orders:///1"'],
  ];
  for (const [method, params, subject] of requests) {
    const { status, challenge, body } = await send('some', method, params, way);
    expect({ method, status, challenge, body }).toEqual({
      method,
      status: 403,
      challenge:
        'Bearer error="insufficient_scope", scope="orders:read orders:write", ' +
        'resource_metadata="https://orders.example/.well-known/oauth-protected-resource/mcp"',
      body: {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: 403,
          message: `The ${subject} needs a token with the scopes orders:read, orders:write`,
          data: {
            [subject.split(' ', 1)[0] as string]: expect.any(String),
            scopes: ['orders:read', 'orders:write'],
          },
        },
      },
    });
  }
});

test.each(ways)('HttpHandler answers a caller with the scopes of a definition with stepUp: %j', async (way) => {
  const { status, body } = await send('all', 'tools/call', { name: 'cancel' }, way);
  expect([status, body.result?.['content']]).toEqual([200, [{ type: 'text', text: 'cancelled' }]]);
});

test('HttpHandler lists only definitions with stepUp to callers without their scopes', async () => {
  const { body } = await send('some', 'tools/list', {});
  expect(body.result?.['tools']).toMatchObject([{ name: 'cancel' }]);
  expect((await send('some', 'tools/call', { name: 'hidden' })).body.error).toMatchObject({ code: -32602 });
});

// A client that requests only the challenged scopes would otherwise lose these (basic/authorization, "Scope Challenge
// Handling").
test('HttpHandler includes the scopes of every request in the challenge', async () => {
  const { challenge } = await send('some', 'tools/call', { name: 'cancel' }, { always: ['orders:read'] });
  expect(challenge).toContain('scope="orders:read orders:write"');
  const other = await send('own', 'tools/call', { name: 'cancel' }, { always: ['own'] });
  expect(other.challenge).toContain('scope="own orders:read orders:write"');
});

test('HttpHandler lists the instances of a resource class only to callers with its scopes', async () => {
  const listed = async (token: string) => (await send(token, 'resources/list', {})).body.result?.['resources'];
  expect(await listed('some')).toMatchObject([{ uri: 'orders:///1' }]);
  expect(await listed('all')).toMatchObject([{ uri: 'orders:///1' }, { uri: 'all-orders:///7' }]);
});
