import type { Client } from '@cuecard/core';

const WITH_FORMS = { elicitation: { form: {} } };

/** The hosts that Cuecard knows, as they introduce themselves. */
const HOSTS = {
  'claude-code': { name: 'claude-code', capabilities: WITH_FORMS },
  codex: { name: 'codex-mcp-client', capabilities: WITH_FORMS },
  'copilot-cli': { name: 'copilot-cli' },
  'continue-cli': { name: 'continue-cli-client' },
  cline: { name: '@cline/core' },
  'gemini-cli': { name: 'gemini-cli-mcp-client' },
  'qwen-code': { name: 'qwen-cli-mcp-client-server' },
  opencode: { name: 'opencode' },
  kilo: { name: 'kilo' },
  'vs-code': { name: 'Visual Studio Code', capabilities: WITH_FORMS },
  'ai-sdk': { name: 'ai-sdk-mcp-client', capabilities: WITH_FORMS },
} satisfies Record<string, Partial<Client>>;

/** A host that Cuecard has a profile of. */
export type HostName = keyof typeof HOSTS;

/**
 * A host as a client, for `fakeContext({ client })` and `connect`: answers are then adapted to what the host can show.
 * Its revision is 2025-11-25; spread it to change that.
 */
export function asHost(host: HostName): Client {
  const known: Partial<Client> | undefined = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  if (known === undefined) throw new TypeError(`asHost knows no host "${host}"; give ${hostNames.join(', ')}`);
  return { revision: '2025-11-25', version: '1.0.0', capabilities: {}, ...known };
}

/** The names of all hosts that Cuecard has a profile of. */
export const hostNames = Object.keys(HOSTS) as readonly HostName[];
