import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../lib.js';
import { CLIENTS, clientFaults, tableFaults } from './dist/clients.js';

// Tries clients that others have written with a desk of real prompts, tools and resources, over each transport that they
// offer. What they do is a table in the documentation.

export const title = 'Clients';
export const seconds = 8;
export const hasParts = true;

const PROGRAM = fileURLToPath(new URL('dist/desk/server.js', import.meta.url));

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const server = new ServerProcess(process.execPath, [PROGRAM]);
  const [url = '', bareUrl = ''] = JSON.parse(await server.printed(/^\[.*\](?=\n)/m));
  const stdio = { command: process.execPath, args: [PROGRAM, '--stdio'] };
  const desk = { full: { ...stdio, url }, bare: { ...stdio, url: bareUrl, args: [...stdio.args, '--bare'] } };
  const found = await clientFaults(rig.members(CLIENTS), desk);
  const code = await server.stop();
  const disorder = code === 0 ? [] : [`the desk ended with ${code}:\n${server.output}`];
  return [...found, ...disorder, ...(await tableFaults(rig.isUpdate))];
}
