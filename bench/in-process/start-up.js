// One start of one of what is compared, in a process of its own: what it takes, in milliseconds, and what it holds then,
// in bytes. It is a cold start, as every start is.
import { GET, METHODS } from '../definitions/methods.js';
import { IMPLEMENTATIONS } from './implementations.js';

const [, , name, count] = process.argv;
const { declare, start, directly } = IMPLEMENTATIONS[name];
const { of: kind, asked } = METHODS[GET];

function held() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function milliseconds(work) {
  const begin = performance.now();
  const result = await work();
  return [performance.now() - begin, result];
}

const before = held();
const [declaring, declared] = await milliseconds(() => declare(kind, Number(count)));
const [starting, server] = await milliseconds(async () => {
  const begun = start(kind, declared);
  await directly(begun, GET)(asked[0]);
  return begun;
});
const after = held();
const [listing] = await milliseconds(() => directly(server, 'prompts/list')({}));
process.send({ declaring, starting, listing, bytes: (after - before) / Number(count), declared: declared.length });
