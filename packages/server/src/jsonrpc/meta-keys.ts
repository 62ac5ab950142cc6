// The specification's own members of `_meta` (2026-07-28: basic, "_meta").

export const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';
export const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
