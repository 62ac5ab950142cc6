// A process with one of the servers. It sends its port when it listens, and its processor time or memory on request.
import { cpu, memory } from './process-usage.js';
import { SERVERS } from './servers.js';

const USAGE = { cpu, memory };

const [, , name, transport, kind, count] = process.argv;
const { file, options = {} } = SERVERS[name];
const serve = (await import(file))[transport];
const port = await serve({ kind, count: Number(count) }, options);
process.on('message', (subject) => process.send(USAGE[subject]()));
process.on('disconnect', () => process.exit());
process.send({ port });
