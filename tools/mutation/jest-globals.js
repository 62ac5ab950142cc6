import { run, addEventHandler } from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

// Stands in for `@jest/globals`, with Jest's own parts: the runner, the matchers and the mocks. A file of tests that
// imports this runs them when it is loaded, and prints one line of TAP for each.

export { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'jest-circus';
export { expect } from 'expect';
export const jest = new ModuleMocker(globalThis);

let count = 0;
addEventHandler((event) => {
  if (event.name === 'test_done') print(event.test);
});

/** @param {import("jest-circus").Circus.TestEntry} test */
function print(test) {
  const isOk = test.errors.length === 0;
  const title = test.name.replaceAll(/[^\w,. ]/g, ' '); // TAP has characters of its own.
  console.log(`${isOk ? 'ok' : 'not ok'} ${++count} - ${title}`);
  for (const error of test.errors.flat()) if (error?.stack) console.error(error.stack);
}

process.once('beforeExit', async () => {
  await run();
  console.log(`1..${count}`);
});
