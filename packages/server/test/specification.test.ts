import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { definePrompt, defineTool, Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import * as schemas from '@modelcontextprotocol/core';
import * as constants from '@modelcontextprotocol/core/internal';
import { headers, initialize } from './wire/support/raw.ts';
import { headersOf, messageOf } from './wire/support/modern.ts';
import { Shelf } from './wire/support/shelf.ts';

// No SDK compares this server with the specification. These tests fail when a newer SDK knows a method, a capability or
// an error code that the server neither has nor lists here.

/** The types of the revisions up to 2025-11-25. */
const types = readFileSync(
  fileURLToPath(import.meta.resolve('@modelcontextprotocol/sdk/spec.types.js')).replace(/\.js$/, '.d.ts'),
  'utf8',
);

/** The methods of requests and notifications, in both SDKs. */
function methodsOfSpecification(): Set<string> {
  const older = [...types.matchAll(/^ {4}method: "([^"]+)";$/gm)].map(([, method = '']) => method);
  const newer = Object.values(schemas).flatMap((schema) => {
    const { shape } = schema as { shape?: { method?: { value?: unknown } } };
    return typeof shape?.method?.value === 'string' ? [shape.method.value] : [];
  });
  return new Set([...older, ...newer]);
}

const SERVED_IN_SESSIONS = [
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'tools/call',
  'tools/list',
];
const SERVED_WITH_ENVELOPES = [
  'completion/complete',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'server/discover',
  'subscriptions/listen',
  'tools/call',
  'tools/list',
];
/** Requests and notifications of the server, and notifications that it receives. */
const SENT_OR_RECEIVED = [
  'elicitation/create',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/message',
  'notifications/progress',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/subscriptions/acknowledged',
  'notifications/tools/list_changed',
];
/** Cuecard's prompts need none of these. */
const LEFT_OUT = [
  'notifications/elicitation/complete', // Only forms are supported, not URLs.
  'notifications/roots/list_changed', // The roots of a client are not read.
  'notifications/tasks/status', // Tools return results without tasks.
  'roots/list',
  'sampling/createMessage', // Prompts use the model of the host.
  'tasks/cancel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
];

/** A server with every capability. */
function server() {
  const prompts = [definePrompt({ name: 'greet', render: () => 'Hello' })];
  const tools = [defineTool({ name: 'greet', call: () => 'Hello' })];
  return createHandler(new Runtime({ prompts, tools, resources: new Shelf() }), {
    name: 'x',
    version: '1',
    logging: true,
  });
}

async function post(handler: ReturnType<typeof server>, message: object, more: Record<string, string> = {}) {
  const body = JSON.stringify(message);
  return handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers: { ...headers, ...more }, body }));
}

/** Whether a method is known, regardless of its response to empty params. */
async function isKnown(response: Response): Promise<boolean> {
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel();
    return true;
  }
  const { error } = (await response.json()) as { error?: { code: number; message: string } };
  return error?.code !== constants.METHOD_NOT_FOUND;
}

describe('createHandler', () => {
  test('answers or lists every method of the specification', () => {
    const known = [...SERVED_IN_SESSIONS, ...SERVED_WITH_ENVELOPES, ...SENT_OR_RECEIVED, ...LEFT_OUT];
    expect([...methodsOfSpecification()].toSorted()).toEqual([...new Set(known)].toSorted());
  });

  test('answers the listed methods in sessions up to 2025-11-25', async () => {
    const handler = server();
    const opened = await post(handler, initialize('2025-11-25'));
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    const served = new Set(['initialize']);
    for (const method of methodsOfSpecification())
      if (!method.startsWith('notifications/') && method !== 'initialize')
        if (await isKnown(await post(handler, { jsonrpc: '2.0', id: method, method }, session))) served.add(method);
    await handler.close();
    expect([...served].toSorted()).toEqual(SERVED_IN_SESSIONS);
  });

  test('answers the listed methods with envelopes since 2026-07-28', async () => {
    const handler = server();
    const served = new Set<string>();
    for (const method of methodsOfSpecification())
      if (!method.startsWith('notifications/')) {
        const request = { method, params: { notifications: {} } };
        if (await isKnown(await post(handler, messageOf(request), headersOf(request)))) served.add(method);
      }
    await handler.close();
    expect([...served].toSorted()).toEqual(SERVED_WITH_ENVELOPES);
  });
});

test('createHandler declares or lists every capability of the specification', async () => {
  const handler = server();
  const { result } = (await (await post(handler, initialize('2025-11-25'))).json()) as {
    result: { capabilities: object };
  };
  await handler.close();
  const [, members = ''] = /interface ServerCapabilities \{\n(.*?)\n\}/s.exec(types) ?? [];
  const older = [...members.matchAll(/^ {4}(\w+)\?: /gm)].map(([, name = '']) => name);
  const specified = new Set([...older, ...Object.keys(schemas.ServerCapabilitiesSchema.shape)]);
  const leftOut = ['experimental', 'extensions', 'tasks'];
  expect([...specified].toSorted()).toEqual([...Object.keys(result.capabilities), ...leftOut].toSorted());
});

test('createHandler uses or lists every error code of the specification', () => {
  const older = [...types.matchAll(/^export declare const (\w+) = (-32\d+);$/gm)];
  const newer = Object.entries(constants).filter(([name, value]) => /^[A-Z_]+$/.test(name) && Number(value) < -32_000);
  const codes = new Map<string, unknown>([
    ...older.map(([, name = '', code]) => [name, Number(code)] as const),
    ...newer,
  ]);
  expect(Object.fromEntries(codes)).toEqual({
    PARSE_ERROR: -32700,
    INVALID_REQUEST: -32600,
    METHOD_NOT_FOUND: -32601,
    INVALID_PARAMS: -32602,
    INTERNAL_ERROR: -32603,
    URL_ELICITATION_REQUIRED: -32042, // Missing here: the server supports only forms, not URLs.
  });
});
