import { showsForms } from '@cuecard/core';
import { type Envelopes, type LaneQuestion, type Introduction } from '@cuecard/transports';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import { clientIn, ENVELOPES_SINCE } from './client.js';
import { digestOf, type RequestState } from './request-state.js';
import { Round } from './round.js';

/** How requests that say themselves who sends them are answered past the SDK, and their people asked. */
export function envelopesOf({ serverInfo }: Introduction, state: RequestState): Envelopes {
  return {
    revision: ENVELOPES_SINCE,
    keys: {
      revision: PROTOCOL_VERSION_META_KEY,
      info: CLIENT_INFO_META_KEY,
      capabilities: CLIENT_CAPABILITIES_META_KEY,
    },
    serverMeta: { [SERVER_INFO_META_KEY]: serverInfo },
    clientIn(meta) {
      if (!isEnvelope(meta)) return undefined;
      const client = clientIn(meta);
      return { client, asking: showsForms(client) ? (question) => asking(question, state) : undefined };
    },
  };
}

function isEnvelope(meta: Readonly<Record<string, unknown>>): boolean {
  const info = meta[CLIENT_INFO_META_KEY];
  return (
    (info === undefined || isSpecType.Implementation(info)) &&
    isSpecType.ClientCapabilities(meta[CLIENT_CAPABILITIES_META_KEY])
  );
}

/** Asks in the first round of a request, where it may be answered with what has to be asked (basic/patterns/mrtr). */
function asking(question: LaneQuestion, state: RequestState): Round['elicit'] | undefined {
  if (question.method !== 'prompts/get') return undefined;
  let round: Round | undefined;
  const begin = () => {
    const first = Round.first(digestOf(question.params ?? {}, question.auth), state);
    question.surface(async (_, document) => {
      await document;
      return question.respond(first.ask());
    });
    return first;
  };
  return (form, options) => (round ??= begin()).elicit(form, options);
}
