import { setTimeout as sleep } from 'node:timers/promises';
import { sharedLabels } from './labels.js';
import { Fleet, missing } from './processes.js';
import { Watcher } from './watcher.js';

// Two services with three instances each. Every five seconds `production` moves, and clients of both hear of it.
const balancer = process.argv[2] === 'nginx' ? 'nginx' : 'haproxy';
const lacking = missing(balancer);
if (lacking.length > 0) throw new Error(`Install ${lacking.join(' and ')} first`);
const fleet = await Fleet.start(balancer);
console.log(`front ${fleet.urls.front}\nback  ${fleet.urls.back}\nredis ${fleet.redis}\n`);
const labels = await sharedLabels(fleet.redis);
const watchers = await Promise.all(
  Object.entries(fleet.urls).map(async ([service, url]) => {
    const watcher = new Watcher();
    await watcher.connect(url);
    return { service, watcher };
  }),
);
let isOver = false;
process.once('SIGINT', () => (isOver = true));
for (let to = '2.0.0'; !isOver; to = to === '2.0.0' ? '1.0.0' : '2.0.0') {
  const expect = labels.list()[0] === undefined ? null : `greeting@${labels.list()[0]?.version}`;
  const { revision } = await labels.set('production', `greeting@${to}`, { expect, by: 'fleet', why: 'To show it' });
  await sleep(1_000);
  const seen = watchers.map(({ service, watcher }) => `${service} shows “${watcher.seen.at(-1)}”`);
  console.log(`${revision}: production is ${to}; ${seen.join(', ')}`);
  for (let left = 40; left > 0 && !isOver; left -= 1) await sleep(100);
}
await Promise.all(watchers.map(({ watcher }) => watcher.close()));
await labels.close();
await fleet.stop();
