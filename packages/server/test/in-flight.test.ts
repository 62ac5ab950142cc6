import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { Shares } from '../build/edge/shares.js';
import { InFlight } from '../build/shared/in-flight.js';

const PIECE = fc.integer({ min: 1, max: 3 });
const STEP = fc.record({ kind: fc.constantFrom('lend', 'fail', 'hold', 'answer', 'leave'), pieces: PIECE });

/** Returns a promise and the function that settles it. */
function answer() {
  let give: (answer: string | Promise<string>) => void = () => {};
  const promise = new Promise<string>((resolve) => (give = resolve));
  return { promise, give };
}

describe('InFlight', () => {
  test('is full at its limit, and frees each slot once', () => {
    const inFlight = new InFlight(2);
    const full = [inFlight.isFull];
    const [first] = [inFlight.enter(), inFlight.enter()];
    full.push(inFlight.isFull);
    first.leave();
    first.leave();
    full.push(inFlight.isFull);
    inFlight.enter();
    full.push(inFlight.isFull);
    expect(full).toEqual([false, true, false, true]);
  });

  test('waits for work that re-enters in the same turn', async () => {
    const inFlight = new InFlight();
    let isSettled = false;
    const first = inFlight.enter();
    const untilIdle = inFlight.untilIdle().then(() => (isSettled = true));
    first.leave();
    const again = inFlight.enter();
    await turn();
    expect(isSettled).toBe(false);
    again.leave();
    await untilIdle;
    expect(isSettled).toBe(true);
  });

  test('frees slots that wait for a promise, but is not idle', async () => {
    const inFlight = new InFlight(3);
    let isSettled = false;
    const slot = inFlight.enter(2);
    const rooms = [inFlight.room];
    const [ada, bob, eve] = [answer(), answer(), answer()];
    const lent = [slot.releaseWhile(ada.promise), slot.releaseWhile(bob.promise), slot.releaseWhile(eve.promise)];
    rooms.push(inFlight.room); // A slot frees at most the room that it takes.
    ada.give('Ada');
    bob.give(Promise.reject(new Error('Bob disconnected')));
    rooms.push(...(await Promise.allSettled(lent.slice(0, 2)).then(() => [inFlight.room])));
    void inFlight.untilIdle().then(() => (isSettled = true));
    await turn();
    rooms.push(Number(isSettled));
    slot.leave();
    rooms.push(inFlight.room);
    eve.give('Eve');
    await Promise.all([lent[2], turn()]);
    expect([rooms, inFlight.room, isSettled]).toEqual([[1, 3, 2, 0, 3], 3, true]);
  });

  test('counts held work until it ends, but may be idle', async () => {
    const inFlight = new InFlight(2);
    const slot = inFlight.enter();
    const work = answer();
    slot.hold(work.promise);
    slot.leave();
    await inFlight.untilIdle();
    const before = inFlight.room;
    work.give(Promise.reject(new Error('It failed')));
    await turn();
    expect([before, inFlight.room]).toEqual([1, 2]);
  });

  test('frees all room and shares after any sequence of work', async () => {
    const property = fc.asyncProperty(PIECE, PIECE, fc.array(STEP), async (first, more, steps) => {
      const [inFlight, shares] = [new InFlight(10), new Shares(10, 1)];
      const slot = inFlight.enter(first);
      slot.charge(shares, 'ada');
      slot.grow(more);
      const open: ReturnType<typeof answer>[] = [];
      const awaited: Promise<unknown>[] = [];
      for (const { kind, pieces } of steps) {
        if (kind === 'leave') slot.leave();
        else if (kind === 'answer') open.shift()?.give('here');
        else {
          const work = answer();
          open.push(work);
          if (kind === 'hold') slot.hold(work.promise, pieces);
          else
            awaited.push(
              slot.releaseWhile(kind === 'fail' ? work.promise.then(() => Promise.reject(kind)) : work.promise),
            );
        }
        await Promise.resolve();
        expect([inFlight.room > 10, shares.room('ada') > 10]).toEqual([false, false]);
      }
      for (const work of open) work.give('here');
      await Promise.allSettled(awaited);
      slot.leave();
      await Promise.all([inFlight.untilIdle(), turn()]);
      expect([inFlight.room, shares.room('ada')]).toEqual([10, 10]);
    });
    await fc.assert(property, { numRuns: runs(1_000) });
  });
});
