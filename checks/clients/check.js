import { CLIENTS, clientFaults, tableFaults } from './dist/clients.js';

// Tries clients that others have written with a desk of real prompts, tools and resources, over each transport that they
// offer. What they do is a table in the documentation.

export const title = 'Clients';
export const seconds = 8;

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  return [...(await clientFaults(rig.members(CLIENTS))), ...(await tableFaults(rig.isUpdate))];
}
