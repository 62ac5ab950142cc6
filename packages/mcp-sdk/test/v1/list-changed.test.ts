import { definePrompt, Registry, Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from '@jest/globals';
import { COLLECTED_MS, fakeClock } from '../../../../build/jest/fake-time.ts';
import { closables } from '../../../server/test/support/closables.ts';
import { initialize } from '../../../server/test/wire/support/raw.ts';
import { until } from '../../../server/test/wire/support/until.ts';

const open = closables();
const clock = fakeClock();
const first = definePrompt({ name: 'first', render: () => 'first' });
const second = definePrompt({ name: 'second', render: () => 'second' });

describe('bindRuntime', () => {
  test('notifies the client of a changed list only after initialize', async () => {
    const runtime = new Runtime({ prompts: [first] });
    const server = new Server({ name: 'own', version: '1' });
    server.onclose = bindRuntime(server, runtime);
    open.push(server);
    const [near, far] = InMemoryTransport.createLinkedPair();
    const received: JSONRPCMessage[] = [];
    near.onmessage = (message) => received.push(message);
    await server.connect(far);
    clock.fakeTimeouts();
    runtime.replace(new Registry([second]));
    clock.pass(COLLECTED_MS);
    await near.send(initialize('2025-11-25') as JSONRPCMessage);
    await until(() => received.length === 1);
    runtime.replace(new Registry([first, second]));
    clock.pass(COLLECTED_MS);
    await until(() => received.length > 1);
    expect(received.slice(1)).toEqual([{ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' }]);
  });
});
