import * as mcpSdk from '@cuecard/mcp-sdk';
import * as mcpServer from '@cuecard/mcp-server';

/** Both adapters, under the names of their packages. */
export const adapters = [
  ['mcp-sdk', mcpSdk.serveHttp],
  ['mcp-server', mcpServer.serveHttp],
] as const;

export type Serve = (typeof adapters)[number][1];
