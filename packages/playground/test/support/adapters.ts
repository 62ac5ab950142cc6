import * as mcpSdk from '@cuecard/server';
import * as mcpServer from '@cuecard/server';

/** Both adapters, under the names of their packages. */
export const adapters = [
  ['mcp-sdk', mcpSdk.serveHttp],
  ['mcp-server', mcpServer.serveHttp],
] as const;

export type Serve = (typeof adapters)[number][1];
