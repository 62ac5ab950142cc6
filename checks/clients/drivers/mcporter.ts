import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address, Client, Way } from '../client.js';
import { fileOf, run } from '../command.js';

/** Each request is a run of the command line, with an account of its own that knows nothing but the desk. */
export async function connectMcporter(way: Way, { url, command, args }: Address): Promise<Client> {
  const home = await mkdtemp(join(tmpdir(), 'mcporter-'));
  const config = join(home, 'mcporter.json');
  const desk = way === 'stdio' ? { command, args } : { baseUrl: url };
  await writeFile(config, JSON.stringify({ mcpServers: { desk }, imports: [] }));
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home };
  const ask = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(fileOf('mcporter/dist/cli.js'), ['--config', config, ...words], { env });
    if (stdout === '') throw new Error(`mcporter ends with ${code} and says nothing but ${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    async listTools() {
      const { tools }: { tools: { options?: unknown }[] } = await ask('list', 'desk', '--json', '--schema');
      return { tools: tools.map((tool) => ({ ...tool, options: undefined })) }; // Of its own command line.
    },
    callTool: (call) => ask('call', `desk.${call.name}`, '--args', JSON.stringify(call.arguments), '--output', 'json'),
    listResources: () => ask('resource', 'desk', '--json'),
    readResource: (uri) => ask('resource', 'desk', uri, '--json'),
    close: () => rm(home, { recursive: true }),
  };
}
