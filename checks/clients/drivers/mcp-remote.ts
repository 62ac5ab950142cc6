import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address, Client, User } from '../client.js';
import { fileOf } from '../command.js';
import { connectSdkV1 } from './sdk-v1.js';

/** Connects the official v1 client through the proxy, which has a server over HTTP seem to be one over stdio. */
export async function connectMcpRemote(mode: 'legacy' | 'auto', { url }: Address, user: User): Promise<Client> {
  const home = await mkdtemp(join(tmpdir(), 'mcp-remote-'));
  const args = [fileOf('mcp-remote/dist/proxy.js'), url, '--silent', '--transport', 'http-only', '--protocol', mode];
  const address = { url, command: process.execPath, args, env: { MCP_REMOTE_CONFIG_DIR: home } };
  const client = await connectSdkV1('@modelcontextprotocol/sdk', 'stdio', address, user);
  return {
    ...client,
    async close() {
      await client.close();
      await rm(home, { recursive: true });
    },
  };
}
