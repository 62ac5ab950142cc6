import { setImmediate as turn } from 'node:timers/promises';
import { InFlight } from '@cuecard/http';
import { expect, test } from '@jest/globals';

test('what is under way fills up to the limit, and leaves once', () => {
  const inFlight = new InFlight(2);
  const full = [inFlight.isFull];
  const [first] = [inFlight.enter(), inFlight.enter()];
  full.push(inFlight.isFull);
  first();
  first();
  full.push(inFlight.isFull);
  inFlight.enter();
  full.push(inFlight.isFull);
  expect(full).toEqual([false, true, false, true]);
});

test('what leaves to enter again at once is still waited for', async () => {
  const inFlight = new InFlight();
  let isSettled = false;
  const leave = inFlight.enter();
  const settled = inFlight.settled().then(() => (isSettled = true));
  leave();
  const leaveAgain = inFlight.enter();
  await turn();
  expect(isSettled).toBe(false);
  leaveAgain();
  await settled;
  expect(isSettled).toBe(true);
});
