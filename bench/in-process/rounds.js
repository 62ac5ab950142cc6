// Whoever is compared takes turns, each in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';

const WARM_UPS = 3;

function child(file, args) {
  return fork(new URL(file, import.meta.url), args.map(String), { execArgv: ['--expose-gc'] });
}

async function contender(method, name, count) {
  const process = child('contender.js', [method, name, count]);
  await once(process, 'message');
  const round = async () => {
    process.send('round');
    const [microseconds] = await once(process, 'message');
    return microseconds;
  };
  const end = () => {
    process.disconnect();
    process.kill();
  };
  return { round, end, times: [] };
}

/** What a request costs each, in microseconds. */
export async function costs(method, names, { count, rounds }) {
  const contenders = [];
  for (const name of names) contenders.push(await contender(method, name, count));
  for (let turn = 0; turn < WARM_UPS; turn += 1) for (const { round } of contenders) await round();
  for (let turn = 0; turn < rounds; turn += 1) for (const { round, times } of contenders) times.push(await round());
  for (const { end } of contenders) end();
  return contenders.map(({ times }) => times);
}

/** What starting takes each, so many times. */
export async function startUps(names, { count, rounds }) {
  const results = names.map(() => []);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, name] of names.entries()) {
      const process = child('start-up.js', [name, count]);
      const [result] = await once(process, 'message');
      results[index].push(result);
      await once(process, 'exit');
    }
  }
  return results;
}
