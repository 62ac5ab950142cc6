import type { Client } from '@cuecard/core';
import { LOG_LEVELS } from './log-levels.js';
import { isRecord, type Message } from './message.js';
import { CAPABILITIES_KEY, CLIENT_KEY, LOG_LEVEL_KEY, REVISION_KEY } from './meta-keys.js';
import { agreedRevision, ENVELOPE_REVISION } from './revisions.js';
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

/** Whether the params of `initialize` introduce a client (schema, "InitializeRequestParams"). */
export const isIntroducing = objectOf({
  protocolVersion: isText,
  capabilities: isCapabilities,
  clientInfo: isImplementation,
});

/** Whether params identify the sender of a request, as since 2026-07-28, validly or not. */
export function hasEnvelope(params: unknown): boolean {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) && ENVELOPE.some(([key]) => key in meta);
}

/** The members of `_meta` about the sender of a request, since 2026-07-28; only the client's name may be missing. */
const ENVELOPE: readonly (readonly [key: string, is: Shape])[] = [
  [REVISION_KEY, isText],
  [CAPABILITIES_KEY, isCapabilities],
  [CLIENT_KEY, (value) => value === undefined || isImplementation(value)],
  [LOG_LEVEL_KEY, (value) => value === undefined || LOG_LEVELS.includes(value)],
];

/** Why an envelope is not valid. */
interface EnvelopeIssue {
  readonly key: string;
  readonly problem: 'missing' | 'invalid';
}

export function envelopeIssues(meta: Readonly<Record<string, unknown>>): EnvelopeIssue[] {
  const wrong = ENVELOPE.filter(([key, is]) => !is(meta[key]));
  return wrong.map(([key]) => ({ key, problem: key in meta ? 'invalid' : 'missing' }));
}

/** The client that a request's own `_meta` names. */
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

/** The revision in an answer to `initialize`; `undefined` for every other message. */
export function revisionIn(message: object): string | undefined {
  const { result } = message as Partial<Message>;
  const { protocolVersion, serverInfo } = isRecord(result) ? result : {};
  return typeof protocolVersion === 'string' && serverInfo !== undefined ? protocolVersion : undefined;
}

/** The client that `initialize` introduces, with the revision of the answer. */
export function clientIntroducedBy({ params = {} }: Message): Client {
  const { clientInfo, protocolVersion } = params;
  const { name, version } = (clientInfo ?? {}) as { name?: string; version?: string };
  const capabilities = params['capabilities'] as Client['capabilities'];
  return Object.freeze({ revision: agreedRevision(protocolVersion), name, version, capabilities });
}
