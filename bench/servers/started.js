// Starts servers, each in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The process of a server that may not be there yet; it has `count` definitions of one `kind`. */
export function start(name, over, { kind, count }) {
  const child = fork(new URL('server.js', import.meta.url), [name, over, kind, String(count)], {
    execArgv: ['--expose-gc'],
    stdio: [over === 'stdio' ? 'pipe' : 'ignore', over === 'stdio' ? 'pipe' : 'ignore', 'inherit', 'ipc'],
  });
  const ready = Promise.race([
    once(child, 'message').then(([{ port }]) => port),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`${name} has ended with ${code} instead of serving`)),
    ),
  ]);
  ready.catch(() => {}); // Who waits for it is told.
  return { child, ready };
}

/** A server that is there: its port, what it has used, and its end. */
export async function started(name, over, has) {
  const { child, ready } = start(name, over, has);
  return { child, port: await ready, used: (what) => used(child, what), end: () => end(child) };
}

/** What a server has used so far: `cpu` in microseconds, or `memory` in bytes, after a garbage collection. */
async function used(child, what) {
  child.send(what);
  const [amount] = await once(child, 'message');
  return amount;
}

export async function end(child) {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}
