import { describe, expect, test } from '@jest/globals';
import * as v1 from '@modelcontextprotocol/sdk/types.js';
import * as v2 from '@modelcontextprotocol/server';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { isInitializeParams, SILENT_CLIENT } from '../build/jsonrpc/client.js';
import { isMessage } from '../build/jsonrpc/message-check.js';
import * as protocol from '../build/jsonrpc/protocol.js';

// The checks must reject every message that the parser of an SDK rejects.

/** The parsers and revisions of the SDKs. */
const SDKS = [
  {
    name: 'v1',
    isSdkMessage: (value: unknown) => v1.JSONRPCMessageSchema.safeParse(value).success,
    isIntroduction: (value: unknown) => v1.InitializeRequestSchema.safeParse(value).success,
    revisions: [v1.SUPPORTED_PROTOCOL_VERSIONS, v1.DEFAULT_NEGOTIATED_PROTOCOL_VERSION],
  },
  {
    name: 'v2',
    isSdkMessage: v2.isSpecType.JSONRPCMessage,
    isIntroduction: v2.isInitializeRequest,
    revisions: [v2.SUPPORTED_PROTOCOL_VERSIONS, v2.DEFAULT_NEGOTIATED_PROTOCOL_VERSION],
  },
];

const meta = { progressToken: 'it', more: {} };
const clientInfo = {
  name: 'x',
  version: '1',
  title: 'X',
  description: 'x',
  websiteUrl: 'https://x',
  icons: [{ src: 'x', mimeType: 'image/png', sizes: ['any'], theme: 'dark' }],
};
const capabilities = {
  experimental: { it: {} },
  extensions: { it: {} },
  sampling: { context: {}, tools: {} },
  elicitation: { form: { applyDefaults: true }, url: {} },
  roots: { listChanged: true },
  tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
};
const initialize = { _meta: meta, protocolVersion: '2025-11-25', capabilities, clientInfo };

const MESSAGES = [
  { jsonrpc: '2.0', id: 1, method: 'x/y', params: { _meta: meta, a: 1 } },
  { jsonrpc: '2.0', method: 'x/y', params: { _meta: meta } },
  { jsonrpc: '2.0', id: 'a', result: { _meta: { more: {} }, a: 1 } },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x', data: {} } },
];

/** Returns copies of a value with replaced, removed and added properties. */
function changed(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsIn(value);
  const junk = fc.constantFrom<unknown>(undefined, null, true, 1, 1.5, 'x', [], ['x'], {}, { a: 1 });
  const change = fc.tuple(fc.constantFrom(...paths, ...paths.map((path) => [...path, 'more'])), junk);
  return fc.array(change, { maxLength: 2 }).map((changes) => {
    const copy = structuredClone(value);
    for (const [path, other] of changes) put(copy, path, structuredClone(other));
    return JSON.parse(JSON.stringify(copy)) as unknown;
  });
}

function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[name], ...pathsIn(member).map((path) => [name, ...path])]);
}

function put(value: unknown, [name = '', ...rest]: readonly string[], other: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Record<string, unknown>;
  if (rest.length > 0) put(members[name], rest, other);
  else members[name] = other;
}

describe.each(SDKS)('compared with SDK $name', ({ isSdkMessage, isIntroduction, revisions }) => {
  describe('isMessage', () => {
    test('agrees with the SDK for any message', () => {
      const messages = fc.oneof(...MESSAGES.map(changed), fc.jsonValue());
      fc.assert(
        fc.property(messages, (message) => {
          expect({ message, isMessage: isMessage(message) }).toEqual({ message, isMessage: isSdkMessage(message) });
        }),
        { numRuns: runs(3_000) },
      );
    });
  });

  describe('isInitializeParams', () => {
    test('accepts no params that the SDK rejects', () => {
      fc.assert(
        fc.property(changed(initialize), (params) => {
          const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
          fc.pre(isMessage(message) && isInitializeParams(params));
          expect({ params, isIntroduction: isIntroduction(message) }).toEqual({ params, isIntroduction: true });
        }),
        { numRuns: runs(2_000) },
      );
    });

    test('rejects only arrays that the SDK accepts as objects', () => {
      const withoutLists = changed(initialize).filter((params) => !/\[\]|\["x"\]/.test(JSON.stringify(params)));
      fc.assert(
        fc.property(withoutLists, (params) => {
          fc.pre(isIntroduction({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
          expect({ params, isInitializeParams: isInitializeParams(params) }).toEqual({
            params,
            isInitializeParams: true,
          });
        }),
        { numRuns: runs(2_000) },
      );
    });
  });

  describe('protocol.SESSION_REVISIONS and SILENT_CLIENT', () => {
    test('match the revisions of the SDK', () => {
      expect([protocol.SESSION_REVISIONS, SILENT_CLIENT.revision]).toEqual(revisions);
    });
  });
});

describe('_meta keys', () => {
  test('match the keys of the SDK', () => {
    const keys = Object.entries(protocol).filter(([name]) => name.endsWith('_KEY'));
    expect(Object.fromEntries(keys)).toEqual({
      REVISION_KEY: v2.PROTOCOL_VERSION_META_KEY,
      CLIENT_KEY: v2.CLIENT_INFO_META_KEY,
      CAPABILITIES_KEY: v2.CLIENT_CAPABILITIES_META_KEY,
      LOG_LEVEL_KEY: v2.LOG_LEVEL_META_KEY,
      SERVER_KEY: v2.SERVER_INFO_META_KEY,
      SUBSCRIPTION_KEY: v2.SUBSCRIPTION_ID_META_KEY,
    });
  });
});
