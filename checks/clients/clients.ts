import type { Entry, Way } from './client.js';
import { INSPECTOR, MCPDO, MCPORTER } from './command-lines.js';
import { AI_SDK, LANGCHAIN, MASTRA } from './libraries.js';
import { MCP_REMOTE, SDK_V1, SDK_V2 } from './official.js';
import { tablePageFaults, tableOf } from './table.js';

export const WAYS: readonly Way[] = ['HTTP', 'stdio'];
const OTHERS: readonly Entry[] = [...MCP_REMOTE, AI_SDK, MASTRA, LANGCHAIN, INSPECTOR, MCPDO, MCPORTER];

/** All clients, from the oldest official one to the newest. */
export const CLIENTS = [...SDK_V1, ...OTHERS, ...SDK_V2].map((entry) => ({
  title: `${entry.title} ${entry.mode ?? entry.installed}`,
  entry,
}));

/** Compares the table in the documentation with what the clients do. Writes it if that is asked for. */
export async function tableFaults(isUpdate: boolean): Promise<string[]> {
  return tablePageFaults(await tableOf([...SDK_V1, ...SDK_V2, ...OTHERS]), isUpdate);
}
