/** What serves a runtime through either SDK. */
export const ADAPTERS = { v1: () => import('@cuecard/mcp-sdk'), v2: () => import('@cuecard/mcp-server') };
