/** How the servers are called on the page. */
export const NAMES = {
  limit: 'node:http alone',
  'limit by turns': 'node:http alone, by turns',
  'Cuecard on SDK v1': 'Cuecard on SDK v1',
  'Cuecard on SDK v2': 'Cuecard on SDK v2',
  'Cuecard on SDK v1, mounted': 'Cuecard on SDK v1',
  'Cuecard on SDK v2, mounted': 'Cuecard on SDK v2',
  'McpServer of SDK v1': 'McpServer of SDK v1',
  'McpServer of SDK v1, sessions': 'McpServer of SDK v1',
  'McpServer of SDK v2': 'McpServer of SDK v2',
  'mcp-nest': '@rekog/mcp-nest',
  fastmcp: 'fastmcp',
};
