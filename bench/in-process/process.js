// A process for one contender, which therefore uses memory for no other. With a method it answers each message with the cost
// of a request, in microseconds. Without one it measures a single start, which is cold like the start of an application.
import { GET, METHODS } from '../definitions/review.js';
import { memory } from '../servers/process-usage.js';
import { contenderOf, IMPLEMENTATIONS } from './contenders.js';

/** The time that a round should take, in microseconds, and its maximum number of requests. */
const [ROUND, MAX_COUNT] = [100_000, 20_000];

async function measureRequests(request) {
  let count = 1;
  process.on('message', async () => {
    const start = process.hrtime.bigint();
    for (let call = 0; call < count; call += 1) await request(call);
    const cost = Number(process.hrtime.bigint() - start) / count / 1_000;
    count = Math.min(MAX_COUNT, Math.max(1, Math.round(ROUND / cost)));
    process.send(cost);
  });
  process.send('ready');
}

async function measureStart({ declare, start, answers }, count) {
  const { kind, params } = METHODS[GET];
  const before = memory().heap;
  const [declaring, declared] = await timed(() => declare(kind, count));
  const [starting, server] = await timed(async () => {
    const created = start(kind, declared);
    await answers(created, GET)(params[0]);
    return created;
  });
  const bytes = (memory().heap - before) / count;
  const [listing] = await timed(() => answers(server, 'prompts/list')({}));
  process.send({ declaring, starting, listing, bytes, declared: declared.length });
}

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

const [, , name, count, method] = process.argv;
if (method === undefined) await measureStart(IMPLEMENTATIONS[name], Number(count));
else await measureRequests(await contenderOf(name, method, Number(count)));
