import { fileURLToPath } from 'node:url';
import { ServerProcess, within } from '../lib.js';
import { CLIENTS, tableFaults, WAYS } from './dist/clients.js';
import { faultsOf } from './dist/trial.js';

// Tries clients that others have written with a desk of real prompts, tools and resources, over each transport that they
// offer. What they do is a table in the documentation.

export const title = 'Clients';
export const seconds = 8;
export const hasParts = true;

/** The maximum time of a client over a transport. */
const LIMIT_MS = 120_000;
const PROGRAM = fileURLToPath(new URL('dist/desk/server.js', import.meta.url));

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const server = new ServerProcess(process.execPath, [PROGRAM]);
  const [url = '', bareUrl = ''] = JSON.parse(await server.printed(/^\[.*\](?=\n)/m));
  const stdio = { command: process.execPath, args: [PROGRAM, '--stdio'] };
  const desk = { full: { ...stdio, url }, bare: { ...stdio, url: bareUrl, args: [...stdio.args, '--bare'] } };
  const clients = rig.members(CLIENTS);
  const found = await Promise.all(
    WAYS.map(async (way) => {
      const tried = [];
      // One after the other, because each has the desk change its prompts.
      for (const { title: name, entry } of clients.filter((client) => client.entry.ways.includes(way)))
        tried.push(
          ...(await rig.try(`${name}, ${way}, ${entry.revision}`, () =>
            within(LIMIT_MS, 'try everything', faultsOf(entry, way, desk)),
          )),
        );
      return tried;
    }),
  );
  const code = await server.stop();
  const disorder = code === 0 ? [] : [`the desk ended with ${code}:\n${server.output}`];
  return [...found.flat(), ...disorder, ...(await tableFaults(rig.isUpdate))];
}
