import type { Client } from '@cuecard/core';
import { isRecord, type Message } from './message.js';
import {
  negotiateRevision,
  ENVELOPE_REVISION,
  CAPABILITIES_KEY,
  CLIENT_KEY,
  LOG_LEVEL_KEY,
  REVISION_KEY,
  LOG_LEVELS,
  SESSION_REVISIONS,
} from './protocol.js';
import { isFlag, isText, listOf, objectOf, recordOf, type Shape } from './shape.js';

const isTheme: Shape = (value) => value === 'light' || value === 'dark';
const isIcon = objectOf({ src: isText }, { mimeType: isText, sizes: listOf(isText), theme: isTheme });

/** Whether a value describes a client (schema, "Implementation"). */
const isImplementation = objectOf(
  { name: isText, version: isText },
  { title: isText, description: isText, websiteUrl: isText, icons: listOf(isIcon) },
);

/** Whether a value lists capabilities of a client (schema, "ClientCapabilities"). */
const isCapabilities = objectOf(
  {},
  {
    experimental: recordOf(isRecord),
    extensions: recordOf(isRecord),
    sampling: objectOf({}, { context: isRecord, tools: isRecord }),
    elicitation: objectOf({}, { form: objectOf({}, { applyDefaults: isFlag }), url: isRecord }),
    roots: objectOf({}, { listChanged: isFlag }),
    tasks: objectOf(
      {},
      {
        list: isRecord,
        cancel: isRecord,
        requests: objectOf(
          {},
          {
            sampling: objectOf({}, { createMessage: isRecord }),
            elicitation: objectOf({}, { create: isRecord }),
          },
        ),
      },
    ),
  },
);

/** Whether a value is the params of `initialize` (schema, "InitializeRequestParams"). */
export const isInitializeParams = objectOf({
  protocolVersion: isText,
  capabilities: isCapabilities,
  clientInfo: isImplementation,
});

/**
 * Whether params identify the sender of a request, as they do since protocol revision 2026-07-28, even if they are
 * invalid.
 */
export function hasEnvelope(params: unknown): boolean {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) && ENVELOPE.some(([key]) => key in meta);
}

/**
 * The properties of `_meta` that describe the sender of a request, since protocol revision 2026-07-28. Only the
 * client's name may be missing.
 */
const ENVELOPE: readonly (readonly [key: string, is: Shape])[] = [
  [REVISION_KEY, isText],
  [CAPABILITIES_KEY, isCapabilities],
  [CLIENT_KEY, (value) => value === undefined || isImplementation(value)],
  [LOG_LEVEL_KEY, (value) => value === undefined || LOG_LEVELS.includes(value)],
];

/** The reason why an envelope is invalid. */
interface EnvelopeIssue {
  readonly key: string;
  readonly problem: 'missing' | 'invalid';
}

export function envelopeIssues(meta: Readonly<Record<string, unknown>>): EnvelopeIssue[] {
  const invalid = ENVELOPE.filter(([key, is]) => !is(meta[key]));
  return invalid.map(([key]) => ({ key, problem: key in meta ? 'invalid' : 'missing' }));
}

/** Returns the client that a request's own `_meta` describes. */
export function clientIn(meta: Readonly<Record<string, unknown>> = {}): Client {
  const { name, version } = (meta[CLIENT_KEY] ?? {}) as { name?: string; version?: string };
  const { [CAPABILITIES_KEY]: capabilities, [REVISION_KEY]: revision } = meta;
  return Object.freeze({
    revision: typeof revision === 'string' ? revision : ENVELOPE_REVISION,
    name,
    version,
    capabilities: capabilities as Client['capabilities'],
  });
}

/** Returns the protocol revision in a response to `initialize`, or `undefined` for any other message. */
export function revisionIn(message: object): string | undefined {
  const { result } = message as Partial<Message>;
  const { protocolVersion, serverInfo } = isRecord(result) ? result : {};
  return typeof protocolVersion === 'string' && serverInfo !== undefined ? protocolVersion : undefined;
}

/** Returns the client that sends `initialize`, with the negotiated protocol revision. */
export function clientInInitialize({ params = {} }: Message): Client {
  const { clientInfo, protocolVersion } = params;
  const { name, version } = (clientInfo ?? {}) as { name?: string; version?: string };
  const capabilities = params['capabilities'] as Client['capabilities'];
  return Object.freeze({ revision: negotiateRevision(protocolVersion), name, version, capabilities });
}

/**
 * The hosts whose `User-Agent` begins with the name in their `clientInfo`. Other hosts send a different name in
 * `User-Agent`.
 */
const HOSTS: ReadonlySet<string> = new Set(['claude-code', 'codex-mcp-client', 'copilot-cli', 'opencode', 'kilo']);

/** Caches clients with the name of a host, by the client without a name. */
const NAMED = new WeakMap<Client, Map<string, Client>>();

/** Adds the name of a known host from the `User-Agent`. Returns the same object each time. */
function withHostName(client: Client, userAgent: string | undefined): Client {
  const name = userAgent?.split('/', 1)[0];
  if (name === undefined || !HOSTS.has(name)) return client;
  const named = NAMED.get(client) ?? new Map<string, Client>();
  NAMED.set(client, named);
  const known = named.get(name) ?? Object.freeze({ ...client, name });
  named.set(name, known);
  return known;
}

/**
 * An unknown client, with the protocol revision that the specification assumes (basic/transports, "Protocol Version
 * Header").
 */
export const SILENT_CLIENT: Client = Object.freeze({ revision: '2025-03-26' });

const ANONYMOUS: ReadonlyMap<unknown, Client> = new Map(
  SESSION_REVISIONS.map((revision) => [revision, Object.freeze({ revision })]),
);

/**
 * Returns the client of a request without a session: its protocol revision, and its name if it is a known host. Returns
 * `undefined` for a revision without sessions.
 */
export function anonymousClient(
  revision: string | null | undefined,
  userAgent: string | undefined,
): Client | undefined {
  const client = revision === undefined || revision === null ? SILENT_CLIENT : ANONYMOUS.get(revision);
  return client && withHostName(client, userAgent);
}
