import type { Client } from '../api/context.js';
import { NON_TEXT_TYPES, type ClientProfile } from './client-profile.js';
import { isObject } from '../text/option-kinds.js';

/** A host that deviates from the specification. */
export interface KnownHost extends ClientProfile {
  /** The host version in which the deviations were observed. */
  readonly testedVersion: string;
  /** The names that the host uses in `clientInfo`, or a function that recognises the host. */
  readonly client: readonly string[] | ((client: Client) => boolean);
  /** A name that the function recognises. It is used to simulate the host. */
  readonly sampleName?: string;
  readonly hasForms?: boolean;
}

/** For the Gemini CLI and its derivatives. */
const FIRST_TEXT_ONLY = { firstMessageOnly: true, drops: { prompts: NON_TEXT_TYPES } } satisfies ClientProfile;

/** For opencode and its derivatives. */
const OPENCODE_PROFILE = {
  sendsPlaceholders: true,
  runsTemplates: true,
  hidesErrors: true,
  drops: { prompts: NON_TEXT_TYPES, tools: ['audio', 'resource_link'] },
} satisfies ClientProfile;

/**
 * The known hosts that deviate from the specification. All hosts were run on 2026-11-22 (Kilo two days later), except
 * VS Code: its source was read. A test replays the hosts' requests from `packages/server/test/wire/fixtures/hosts`;
 * `pnpm clients` runs `ai-sdk`. `docs/clients.md` shows how the hosts treat results.
 */
export const KNOWN_HOSTS: Readonly<Record<string, KnownHost>> = {
  'claude-code': {
    testedVersion: '2.1.330',
    client: ['claude-code'],
    hasForms: true,
    refusesMissing: true,
    splitsWords: true,
  },
  codex: {
    testedVersion: '0.169.0',
    client: ['codex-mcp-client'],
    hasForms: true,
    lacksPrompts: true,
    formsLackNumbers: true,
    rewrites: { tools: { '.': '_', '-': '_' }, disambiguates: true },
  },
  'copilot-cli': {
    testedVersion: '1.0.102',
    client: ['copilot-cli'],
    lacksPrompts: true,
    drops: ['audio', 'resource_link'],
    rewrites: { tools: { '.': '-' } },
  },
  'continue-cli': { testedVersion: '1.5.47', client: ['continue-cli-client'], lacksPrompts: true },
  cline: { testedVersion: '3.0.65', client: ['@cline/core'], lacksPrompts: true },
  'gemini-cli': {
    testedVersion: '0.61.0',
    client: ['gemini-cli-mcp-client'],
    descriptionLength: 97,
    ...FIRST_TEXT_ONLY,
  },
  // The host's name in `clientInfo` ends with the name that the user gave the server.
  'qwen-code': {
    testedVersion: '0.24.4',
    client: ({ name }) => name?.startsWith('qwen-cli-mcp-client') === true,
    sampleName: 'qwen-cli-mcp-client-server',
    ...FIRST_TEXT_ONLY,
  },
  opencode: { testedVersion: '1.18.33', client: ['opencode'], ...OPENCODE_PROFILE },
  kilo: { testedVersion: '7.7.9', client: ['kilo'], ...OPENCODE_PROFILE },
  'vs-code': {
    testedVersion: '1.139',
    client: ['Visual Studio Code', 'Visual Studio Code - Insiders'],
    hasForms: true,
    drops: ['audio', 'resource_link'],
  },
  'ai-sdk': { testedVersion: '2.0.99', client: ['ai-sdk-mcp-client'], hasForms: true, drops: ['audio'] },
};

const PLACEHOLDER = /^\$\d+$/;

/** Returns the placeholders among arguments. The host later replaces them with the user's text. */
export function placeholdersIn(args: unknown): ReadonlySet<string> {
  return new Set(isObject(args) ? Object.values(args).filter(isPlaceholder) : []);
}

export function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && PLACEHOLDER.test(value);
}

export function arePlaceholders(args: unknown): boolean {
  const values = isObject(args) ? Object.values(args) : [];
  return values.length > 0 && values.every((value, at) => value === `$${at + 1}`);
}
