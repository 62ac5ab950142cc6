import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, defineResource, Registry, ResourceUpdates, Runtime } from '@cuecard/core';
import { rateLimit } from '@cuecard/interceptors';
import { createHandler } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const hello = definePrompt({ name: 'hello', render: () => 'Hello' });
const terms = defineResource({ name: 'terms', uri: 'order://terms', read: () => 'within three days' });
const CLIENT = { clientInfo: { name: 'x', version: '1' }, capabilities: {} };

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
const meters = new MeterProvider({ readers: [reader] });

let services = 0;
const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A server with its log and its metrics. */
function service(options: Partial<Parameters<typeof createHandler>[1]> = {}) {
  services += 1;
  const scope = `service ${services}`;
  const log: string[] = [];
  const note = (line: string) => void log.push(line);
  const updates = new ResourceUpdates();
  const runtime = new Runtime({
    prompts: [hello],
    resources: [terms],
    updates,
    logger: { error: note, warn: note, info: note, debug: note },
    meter: meters.getMeter(scope),
    interceptors: [rateLimit(new RateLimiterMemory({ points: 2, duration: 60 }), { key: ({ method }) => method })],
  });
  const handler = createHandler(runtime, { name: 'metrics', version: '1.0.0', sessions: 'resumable', ...options });
  closings.push(() => handler.close());
  const send = async (method: string, params: object, headers: Record<string, string> = {}) => {
    const head = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers: head, body }));
  };
  /** The sum of each metric, by its name and attribute. */
  const metrics = async () => {
    await reader.forceFlush();
    const [last] = exporter.getMetrics().slice(-1);
    const found = last?.scopeMetrics.find((each) => each.scope.name === scope)?.metrics ?? [];
    const rows = found.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => [[descriptor.name, ...Object.values(attributes)].join(' '), value]),
    );
    return Object.fromEntries(rows) as Record<string, number>;
  };
  return { runtime, updates, handler, log, send, metrics };
}

const initialize = { protocolVersion: '2025-11-25', ...CLIENT };

describe('Meter of a runtime', () => {
  test('counts open sessions and rejected session ids', async () => {
    const { send, metrics, handler } = service();
    const id = String((await send('initialize', initialize)).headers.get('mcp-session-id'));
    const other = String((await send('initialize', initialize)).headers.get('mcp-session-id'));
    const opened = await metrics();
    await handler.fetch(new Request('http://localhost/mcp', { method: 'DELETE', headers: { 'mcp-session-id': id } }));
    const statuses = [];
    for (const each of [id, `${other}x`, 'made up'])
      statuses.push((await send('prompts/list', {}, { 'mcp-session-id': each })).status);
    expect([opened, statuses, await metrics()]).toEqual([
      { 'cuecard.server.sessions': 2 },
      [404, 404, 404],
      { 'cuecard.server.sessions': 1, 'cuecard.server.rejected_ids session': 3 },
    ]);
  });

  test('counts listeners and their notifications', async () => {
    const { runtime, updates, send, metrics, log } = service();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': CLIENT.clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const notifications = { promptsListChanged: true, resourceSubscriptions: ['order://terms'] };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { body } = await send('subscriptions/listen', { notifications, _meta }, headers);
    await sleep(20);
    runtime.replace(new Registry([hello, definePrompt({ name: 'other', render: () => '' }), terms]));
    updates.publish('order://terms');
    await sleep(150);
    const listening = await metrics();
    await body?.cancel();
    await sleep(20);
    const counts = {
      'cuecard.server.notifications notifications/prompts/list_changed': 1,
      'cuecard.server.notifications notifications/resources/updated': 1,
    };
    expect([listening, await metrics(), log.filter((line) => line.startsWith('The prompt list'))]).toEqual([
      { 'cuecard.server.listeners': 1, ...counts },
      { 'cuecard.server.listeners': 0, ...counts },
      ['The prompt list has changed: clients are notified'],
    ]);
  });

  test('counts requests that exceed a limit, and logs each limit once', async () => {
    const { send, metrics, log } = service({ maxSessions: 1, maxCallerShare: 1, maxCompletionsPerSecond: 1 });
    const completion = { ref: { type: 'ref/prompt', name: 'hello' }, argument: { name: 'x', value: '' } };
    for (let round = 0; round < 3; round += 1) {
      await send('initialize', initialize);
      await send('prompts/list', {});
      await send('completion/complete', completion);
    }
    expect(await metrics()).toEqual({
      'cuecard.server.sessions': 1,
      'cuecard.server.exceeded_limits maxSessions': 2,
      'cuecard.server.exceeded_limits rateLimit': 1,
      'cuecard.server.exceeded_limits maxCompletionsPerSecond': 2,
    });
    expect(log.slice(1)).toEqual([
      'maxSessions is reached: the least recently used sessions are ended',
      'maxCompletionsPerSecond is reached: further requests are rejected',
      'rateLimit is reached: further calls from this caller are rejected',
    ]);
  });
});
