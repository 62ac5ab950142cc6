/** The names on the page, where they differ. */
const NAMES = {
  limit: 'node:http alone',
  'limit by turns': 'node:http alone, by turns',
  'Cuecard, mounted': 'Cuecard',
  'McpServer of SDK v1, sessions': 'McpServer of SDK v1',
  'mcp-nest': '@rekog/mcp-nest',
};

/** The name of a server on the page. */
export const nameOf = (server) => NAMES[server] ?? server;
