// A process with one of the servers. It sends its port when it listens, and its processor time or memory on request.
import { cpu, memory } from './process-usage.js';

const USAGE = { cpu, memory };

const [file, transport, definitions, options] = process.argv.slice(2);
const serve = (await import(`./${file}`))[transport]; // The process loads only this server.
const port = await serve(JSON.parse(definitions), JSON.parse(options));
process.on('message', (subject) => process.send(USAGE[subject]()));
process.on('disconnect', () => process.exit());
process.send({ port });
