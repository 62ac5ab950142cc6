// Over stdio.
import { compareAll } from './comparison.js';
import { Running } from './running.js';

export const SERVERS = ['Cuecard', 'McpServer of SDK v1', 'McpServer of SDK v2', 'mcp-nest', 'fastmcp'];

export async function measure({ isAsked, ...plan }) {
  const contenders = SERVERS.filter(isAsked).map((server) => ({ server }));
  return { tables: await compareAll({ ...plan, contenders, start: Running.overStdio }) };
}
