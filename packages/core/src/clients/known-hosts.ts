import type { Client } from '../api/context.js';
import { BUT_TEXT, type ClientProfile } from './client-profile.js';

/** A host that departs from the specification, and how. */
export interface KnownHost extends ClientProfile {
  /** The names by which it introduces itself, or what recognises it. */
  readonly client: readonly string[] | ((client: Client) => boolean);
}

/** Of the Gemini CLI, and of what is derived from it. */
const FIRST_TEXT = { firstMessageOnly: true, drops: { prompts: BUT_TEXT } } satisfies ClientProfile;

/**
 * The known hosts that depart from the specification, as they were seen on 2026-11-22. Each has a test that speaks as the
 * host does, and a row in `docs/clients.md` with its version and with what it does.
 */
export const KNOWN_HOSTS: Readonly<Record<string, KnownHost>> = {
  'claude-code': { client: ['claude-code'], refusesMissing: true },
  codex: {
    client: ['codex-mcp-client'],
    lacksPrompts: true,
    formsLackNumbers: true,
    rewrites: { tools: { '.': '_', '-': '_' }, tellsApart: true },
  },
  'copilot-cli': {
    client: ['copilot-cli'],
    lacksPrompts: true,
    drops: ['audio', 'resource_link'],
    rewrites: { tools: { '.': '-' } },
  },
  'continue-cli': { client: ['continue-cli-client'], lacksPrompts: true },
  cline: { client: ['@cline/core'], lacksPrompts: true },
  'gemini-cli': { client: ['gemini-cli-mcp-client'], descriptionLength: 97, ...FIRST_TEXT },
  // Its name ends with that which the user has given the server.
  'qwen-code': { client: ({ name }) => name?.startsWith('qwen-cli-mcp-client') === true, ...FIRST_TEXT },
  opencode: {
    client: ['opencode'],
    sendsPlaceholders: true,
    runsTemplates: true,
    drops: { prompts: BUT_TEXT, tools: ['audio', 'resource_link'] },
  },
  'vs-code': { client: ['Visual Studio Code', 'Visual Studio Code - Insiders'], drops: ['audio', 'resource_link'] },
  'ai-sdk': { client: ['ai-sdk-mcp-client'], drops: ['audio'] },
};
