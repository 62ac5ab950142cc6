import { INSPECTOR, MCPDO, MCPORTER } from './roster/command-lines.js';
import type { Entry } from './roster/entry.js';
import { AI_SDK, LANGCHAIN, MASTRA } from './roster/libraries.js';
import { MCP_REMOTE, SDK_V1, SDK_V2 } from './roster/official.js';

const OTHERS: readonly Entry[] = [...MCP_REMOTE, AI_SDK, MASTRA, LANGCHAIN, INSPECTOR, MCPDO, MCPORTER];

/** All clients, as the documentation lists them. */
export const ROSTER: readonly Entry[] = [...SDK_V1, ...SDK_V2, ...OTHERS];

/** All clients, from the oldest official one to the newest. */
export const BY_AGE: readonly Entry[] = [...SDK_V1, ...OTHERS, ...SDK_V2];
