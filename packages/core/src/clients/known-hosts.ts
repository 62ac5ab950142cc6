import type { Client } from '../api/context.js';
import { BUT_TEXT, type ClientProfile } from './client-profile.js';
import { isObject } from '../text/option-kinds.js';

/** A host that departs from the specification, and how. */
export interface KnownHost extends ClientProfile {
  /** The version of the host in which this was observed. */
  readonly seen: string;
  /** The names by which it introduces itself, or what recognises it. */
  readonly client: readonly string[] | ((client: Client) => boolean);
  /** The name by which it is played where a function recognises it. */
  readonly playedAs?: string;
  /** Whether it shows forms to its user. */
  readonly hasForms?: boolean;
}

/** For the Gemini CLI and its derivatives. */
const FIRST_TEXT = { firstMessageOnly: true, drops: { prompts: BUT_TEXT } } satisfies ClientProfile;

/** For opencode and its derivatives. */
const TEMPLATES = {
  sendsPlaceholders: true,
  runsTemplates: true,
  hidesErrors: true,
  drops: { prompts: BUT_TEXT, tools: ['audio', 'resource_link'] },
} satisfies ClientProfile;

/**
 * The known hosts that deviate from the specification. All were run on 2026-11-22 (Kilo two days later), except VS Code,
 * whose source was read. Their requests are in `packages/server/test/wire/fixtures/hosts`, which a test replays; `ai-sdk` is run by `pnpm
 * clients`. `docs/clients.md` shows how they treat answers.
 */
export const KNOWN_HOSTS: Readonly<Record<string, KnownHost>> = {
  'claude-code': {
    seen: '2.1.330',
    client: ['claude-code'],
    hasForms: true,
    refusesMissing: true,
    splitsWords: true,
  },
  codex: {
    seen: '0.169.0',
    client: ['codex-mcp-client'],
    hasForms: true,
    lacksPrompts: true,
    formsLackNumbers: true,
    rewrites: { tools: { '.': '_', '-': '_' }, tellsApart: true },
  },
  'copilot-cli': {
    seen: '1.0.102',
    client: ['copilot-cli'],
    lacksPrompts: true,
    drops: ['audio', 'resource_link'],
    rewrites: { tools: { '.': '-' } },
  },
  'continue-cli': { seen: '1.5.47', client: ['continue-cli-client'], lacksPrompts: true },
  cline: { seen: '3.0.65', client: ['@cline/core'], lacksPrompts: true },
  'gemini-cli': { seen: '0.61.0', client: ['gemini-cli-mcp-client'], descriptionLength: 97, ...FIRST_TEXT },
  // Its name ends with that which the user has given the server.
  'qwen-code': {
    seen: '0.24.4',
    client: ({ name }) => name?.startsWith('qwen-cli-mcp-client') === true,
    playedAs: 'qwen-cli-mcp-client-server',
    ...FIRST_TEXT,
  },
  opencode: { seen: '1.18.33', client: ['opencode'], ...TEMPLATES },
  kilo: { seen: '7.7.9', client: ['kilo'], ...TEMPLATES },
  'vs-code': {
    seen: '1.139',
    client: ['Visual Studio Code', 'Visual Studio Code - Insiders'],
    hasForms: true,
    drops: ['audio', 'resource_link'],
  },
  'ai-sdk': { seen: '2.0.99', client: ['ai-sdk-mcp-client'], hasForms: true, drops: ['audio'] },
};

const PLACEHOLDER = /^\$\d+$/;

/** The placeholders among arguments, which the host later replaces by what the user types. */
export function placeholdersIn(args: unknown): ReadonlySet<string> {
  return new Set(isObject(args) ? Object.values(args).filter(isPlaceholder) : []);
}

export function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && PLACEHOLDER.test(value);
}

/** Whether arguments are exactly `$1`, `$2` and so on, in this order. */
export function arePlaceholders(args: unknown): boolean {
  const values = isObject(args) ? Object.values(args) : [];
  return values.length > 0 && values.every((value, at) => value === `$${at + 1}`);
}
