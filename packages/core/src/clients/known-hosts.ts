import type { ClientProfile } from './client-profile.js';

/** A host that has been run, and how it departs from the specification. */
export interface KnownHost extends ClientProfile {
  /** The names by which it introduces itself. */
  readonly names: readonly string[];
  /** The version in which this was seen. */
  readonly seen: string;
}

const ATTACHMENTS = ['image', 'audio', 'resource', 'resource_link'] as const;

/**
 * The known hosts that depart from the specification. Each row has a test that speaks as the host does, and a row in
 * `docs/clients.md` with what was seen.
 */
export const KNOWN_HOSTS: Readonly<Record<string, KnownHost>> = {
  'claude-code': { names: ['claude-code'], seen: '2.1.330', refusesMissing: true, drops: ['resource_link'] },
  codex: { names: ['codex-mcp-client'], seen: '0.169', lacksPrompts: true },
  'copilot-cli': { names: ['github-copilot-developer'], seen: '1.0', lacksPrompts: true },
  'gemini-cli': { names: ['gemini-cli-mcp-client'], seen: '0.61', firstMessageOnly: true, drops: ATTACHMENTS },
  'qwen-code': { names: ['qwen-cli-mcp-client'], seen: '0.24', firstMessageOnly: true, drops: ATTACHMENTS },
  opencode: { names: ['opencode'], seen: '1.18', sendsPlaceholders: true },
  'vs-code': { names: ['Visual Studio Code'], seen: '1.139', drops: ['audio', 'resource_link'] },
  'ai-sdk': { names: ['ai-sdk-mcp-client'], seen: '2.0', drops: ['audio'] },
  genkit: { names: ['genkit'], seen: '1.42', drops: ['audio', 'resource_link'], sendsJson: true },
  rmcp: { names: ['rmcp'], seen: '3.3', sendsJson: true },
};
