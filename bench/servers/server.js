// One of the servers, in a process of its own. It says that it is there (and on which port), and what it has used so far
// whenever it is asked.
import { SERVERS } from './servers.js';

const USED = {
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  memory() {
    globalThis.gc();
    const { rss, heapUsed } = process.memoryUsage();
    return { rss, heap: heapUsed };
  },
};

const [, , name, over, kind, count] = process.argv;
const { file, options } = SERVERS[name];
const serve = (await import(file))[over];
const port = await serve({ kind, count: Number(count) }, options);
process.on('message', (what) => process.send(USED[what]()));
process.on('disconnect', () => process.exit());
process.send({ port });
