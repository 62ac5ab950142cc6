import { Monitor, Runtime, SafeLogger } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { elapse, useFakeTime } from '../../../build/jest/fake-time.ts';

/** A monitor with its log and the sums of its counters. */
function monitored() {
  const log: unknown[][] = [];
  const sums = new Map<string, number>();
  const write =
    (level: string) =>
    (...line: unknown[]) =>
      void log.push([level, ...line]);
  const logger = { error: write('error'), warn: write('warn'), info: write('info') };
  const create = (name: string) => ({
    add: (value: number, attributes = {}) => {
      const key = [name, ...Object.values(attributes)].join(' ');
      sums.set(key, (sums.get(key) ?? 0) + value);
    },
  });
  const meter = { createCounter: create, createUpDownCounter: create };
  return { log, sums, logger, meter, monitor: new Monitor(new SafeLogger(logger), meter) };
}

describe('Monitor', () => {
  useFakeTime();

  test('logs the first failure of a service with its cause, and its recovery', async () => {
    const { log, monitor, sums } = monitored();
    const cause = Object.assign(new Error('ECONNREFUSED'), { command: ['set', 'secret'] });
    monitor.succeeded('cache');
    monitor.failed('cache', 'prompts are rendered again', cause);
    await elapse(3_000);
    monitor.failed('cache', 'prompts are rendered again', new Error('timeout'));
    await elapse(5_000);
    monitor.succeeded('cache');
    monitor.succeeded('cache');
    expect(log).toEqual([
      ['warn', 'The cache fails: prompts are rendered again', 'Error: ECONNREFUSED'],
      ['info', 'The cache works again, after 2 failures in 3 s'],
    ]);
    expect([...sums]).toEqual([['cuecard.server.failures cache', 2]]);
  });

  test('reports failures less than 5 seconds apart as one outage', async () => {
    const { log, monitor } = monitored();
    for (let round = 0; round < 10; round += 1) {
      monitor.failed('cache', 'prompts are rendered again');
      await elapse(4_999);
      monitor.succeeded('cache');
    }
    expect(log).toEqual([['warn', 'The cache fails: prompts are rendered again']]);
  });

  test('warns once per exceeded limit, and later logs the number of requests', async () => {
    const { log, monitor, sums } = monitored();
    for (let request = 0; request < 1_000; request += 1) monitor.exceeded('maxRequests');
    await elapse(4_000);
    monitor.exceeded('maxRequests');
    await elapse(4_999);
    const before = log.length;
    await elapse(1);
    monitor.exceeded('maxRequests', 'clients must wait');
    monitor.exceeded('maxRequests');
    expect([before, log]).toEqual([
      1,
      [
        ['warn', 'maxRequests is reached: further requests are rejected'],
        ['info', 'maxRequests is no longer reached. It affected 1001 requests in 4 s'],
        ['warn', 'maxRequests is reached: clients must wait'],
        ['warn', 'maxRequests is reached: further requests are rejected'],
      ],
    ]);
    expect([...sums]).toEqual([['cuecard.server.exceeded_limits maxRequests', 1_003]]);
  });

  test('reports to the logger and the meter of a runtime', async () => {
    const { log, sums, logger, meter } = monitored();
    const runtime = new Runtime({ prompts: [], logger, meter });
    runtime.monitor.failed('backend', 'prompts have no data');
    expect([log, [...sums]]).toEqual([
      [['warn', 'The backend fails: prompts have no data']],
      [['cuecard.server.failures backend', 1]],
    ]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('meter down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('meter down'))],
  ])('ignores the error if the meter %s', async (_, add) => {
    const create = () => ({ add });
    const runtime = new Runtime({ prompts: [], meter: { createCounter: create, createUpDownCounter: create } });
    expect(runtime.monitor.count('sessions')).toBeUndefined();
    await elapse(0);
  });

  test('rejects a meter whose counters have no add method', () => {
    const meter = { createCounter: () => ({}), createUpDownCounter: () => ({}) };
    expect(() => new Runtime({ prompts: [], meter: meter as never })).toThrow(
      new TypeError("The meter's createUpDownCounter() must return a counter with the function add"),
    );
  });

  test('rejects an object that is not a meter', () => {
    expect(() => new Runtime({ prompts: [], meter: {} as never })).toThrow(
      'Runtime has the option "meter", which cannot be this object; use a meter of OpenTelemetry, such as metrics.getMeter(\'my-service\')',
    );
  });
});
