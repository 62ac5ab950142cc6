import type { Desk, Entry, Way } from './client.js';
import { INSPECTOR, MCPDO, MCPORTER } from './command-lines.js';
import { AI_SDK, LANGCHAIN, MASTRA } from './libraries.js';
import { MCP_REMOTE, SDK_V1, SDK_V2 } from './official.js';
import { tablePageFaults, tableOf } from './table.js';
import { faultsOf } from './trial.js';

const WAYS: readonly Way[] = ['HTTP', 'stdio'];
const OTHERS: readonly Entry[] = [...MCP_REMOTE, AI_SDK, MASTRA, LANGCHAIN, INSPECTOR, MCPDO, MCPORTER];

/** A client as a check selects it. */
interface Selectable {
  readonly title: string;
  readonly entry: Entry;
}

/** All clients, from the oldest official one to the newest. */
export const CLIENTS: readonly Selectable[] = [...SDK_V1, ...OTHERS, ...SDK_V2].map((entry) => ({
  title: `${entry.title} ${entry.mode ?? entry.installed}`,
  entry,
}));

/** Tries clients over each transport that they offer, and returns what was not as expected. */
export async function clientFaults(clients: readonly Selectable[], desk: Desk): Promise<string[]> {
  const found = await Promise.all(WAYS.map((way) => tryInTurn(way, clients, desk)));
  return found.flat();
}

/** Compares the table in the documentation with what the clients do. Writes it if that is asked for. */
export async function tableFaults(isUpdate: boolean): Promise<string[]> {
  return tablePageFaults(await tableOf([...SDK_V1, ...SDK_V2, ...OTHERS]), isUpdate);
}

/** The clients of a desk are tried one after the other, because each has it change its prompts. */
async function tryInTurn(way: Way, clients: readonly Selectable[], desk: Desk): Promise<string[]> {
  const found: string[] = [];
  for (const { title, entry } of clients.filter((client) => client.entry.ways.includes(way))) {
    const started = performance.now();
    const own = await faultsOf(entry, way, desk);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(`${own.length === 0 ? 'ok    ' : 'FAILED'}  ${title}, ${way}, ${entry.revision} (${seconds} s)`);
    found.push(...own.map((fault) => `${title}, ${way}: ${fault}`));
  }
  return found;
}
