import { INSPECTOR, MCPDO, MCPORTER } from './roster/command-lines.js';
import type { Entry } from './roster/entry.js';
import { AI_SDK, LANGCHAIN, MASTRA } from './roster/libraries.js';
import { MCP_REMOTE, SDK_V1, SDK_V2 } from './roster/official.js';

export const ROSTER: readonly Entry[] = [
  ...SDK_V1,
  ...SDK_V2,
  ...MCP_REMOTE,
  AI_SDK,
  MASTRA,
  LANGCHAIN,
  INSPECTOR,
  MCPDO,
  MCPORTER,
];
