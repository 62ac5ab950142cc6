// One of what is compared, in a process of its own, so that it pays for nobody else's memory. It answers each message
// with what a request has cost it, in microseconds.
import { CONTENDERS } from './contenders.js';

/** What a round takes about, in microseconds, and how many requests it has at most. */
const [ROUND, MAX_COUNT] = [100_000, 20_000];

async function microseconds(calls) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call += 1) await ask(call);
  return Number(process.hrtime.bigint() - start) / calls / 1_000;
}

const [, , method, name, count] = process.argv;
const ask = await CONTENDERS[method][name](Number(count));
let calls = 1;
process.on('message', async () => {
  const cost = await microseconds(calls);
  calls = Math.min(MAX_COUNT, Math.max(1, Math.round(ROUND / cost)));
  process.send(cost);
});
process.send('ready');
