import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import type { OpenStream } from '../build/jsonrpc/answer.js';
import { EventLog } from '../build/session/event-log.js';

const MAX_KEPT = 262_144;

const length = fc.oneof(fc.nat({ max: 100 }), fc.integer({ min: 50_000, max: 300_000 }));
const sends = fc.array(fc.record({ stream: fc.nat({ max: 2 }), length }), { maxLength: 20 });

const textOf = async (events: OpenStream | undefined) => events && new Response(events.stream).text();

/** Resolves to the events that a client receives when it resumes a finished stream. */
const resumed = (log: EventLog, id: string) => textOf(log.resume(id, {}));

/** Returns the latest events that fit into the log. */
function kept<T extends { readonly text: string }>(events: readonly T[]): T[] {
  let size = 0;
  const latest = events.toReversed();
  const beyond = latest.findIndex(({ text }) => (size += text.length) > MAX_KEPT);
  return (beyond === -1 ? latest : latest.slice(0, beyond)).toReversed();
}

describe('EventLog', () => {
  test('resumes after any kept event with all later events', async () => {
    const property = fc.asyncProperty(sends, async (all) => {
      const log = new EventLog();
      const streams = [log.begin(), log.begin(), log.begin()];
      const counts = [0, 0, 0];
      const events = all.map(({ stream, length: characters }, at) => {
        const json = JSON.stringify(`${at}${'x'.repeat(characters)}`);
        streams[stream]?.send(json);
        const number = (counts[stream] = (counts[stream] ?? 0) + 1);
        return { stream, number, text: `event: message\nid: ${streams[stream]?.id}-${number}\ndata: ${json}\n\n` };
      });
      for (const stream of streams) stream.end();
      for (const [index, { id }] of streams.entries()) {
        const mine = kept(events).filter(({ stream }) => stream === index);
        const first = mine[0]?.number ?? 1;
        for (let number = first - 1; number < first + mine.length; number += 1) {
          const after = mine.filter((event) => event.number > number).map(({ text }) => text);
          const expected = mine.length === 0 ? undefined : after.join('');
          expect(await resumed(log, `${id}-${number}`)).toBe(expected);
        }
      }
    });
    await fc.assert(property, { numRuns: runs(200) });
  });

  test('drops a finished stream without kept events', async () => {
    const log = new EventLog();
    const [stream, other] = [log.begin(), log.begin()];
    stream.send('1');
    other.send(`"${'x'.repeat(MAX_KEPT)}"`);
    const goesOn = log.resume(`${stream.id}-1`, {}) !== undefined;
    stream.end();
    expect([goesOn, log.resume(`${stream.id}-1`, {})]).toEqual([true, undefined]);
  });

  test('starts a stream with a unique id and a retry delay', async () => {
    const stream = new EventLog().begin();
    const [first, second] = [stream.open({ a: 'b' }, true), stream.open({}, true)];
    stream.send('1');
    const third = stream.open({}, true);
    stream.send('2');
    stream.end();
    const texts = await Promise.all([first, second, third].map(textOf));
    expect([texts.map((text) => text?.replace(/^retry: \d+$/m, 'retry: …')), first?.headers['a']]).toEqual([
      [
        'id: 0-0\nretry: …\ndata: \n\n',
        'id: 0-1\nretry: …\ndata: \n\nevent: message\nid: 0-2\ndata: 1\n\n',
        'id: 0-3\nretry: …\ndata: \n\nevent: message\nid: 0-4\ndata: 2\n\n',
      ],
      'b',
    ]);
  });

  test('spreads retry delays over one to two seconds', async () => {
    const streams = Array.from({ length: 100 }, () => new EventLog().begin());
    const sinks = streams.map((stream) => stream.open({}, true));
    for (const stream of streams) stream.end();
    const texts = await Promise.all(sinks.map(textOf));
    const delays = texts.map((text) => Number(/^retry: (\d+)$/m.exec(text ?? '')?.[1]));
    expect([Math.min(...delays) >= 1_000, Math.max(...delays) < 2_000, new Set(delays).size > 50]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
