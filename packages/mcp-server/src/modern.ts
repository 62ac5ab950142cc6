import { showsForms } from '@cuecard/core';
import {
  type AdapterCall,
  type Envelopes,
  type Introduction,
  type LaneQuestion,
  type ModernSdk,
  type Wire,
} from '@cuecard/transports';
import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  SERVER_INFO_META_KEY,
  type ServerOptions,
  SUBSCRIPTION_ID_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  type TransportSendOptions,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { clientIn, MODERN_SINCE } from './client.js';
import { digestOf, type RequestState } from './request-state.js';
import { Round } from './round.js';
import { V2Request, V2Server } from './server.js';

/** The first revision that was more than a draft. */
const FIRST = '2024-11-05';

/** Every revision that is served. */
const ALL_REVISIONS = [MODERN_SINCE, ...SUPPORTED_PROTOCOL_VERSIONS.filter((revision) => revision >= FIRST)];

type MakeServer = (introduction: Introduction, options: ServerOptions) => Server;

/** What the SDK knows of requests that stand on their own. */
export function modernSdk(state: RequestState, makeServer: MakeServer): ModernSdk {
  return {
    revision: MODERN_SINCE,
    subscriptionKey: SUBSCRIPTION_ID_META_KEY,
    envelopes: (introduction) => envelopesOf(introduction, state),
    clientIn,
    classify(message, { revision, method, name }) {
      const headers = { protocolVersionHeader: revision, mcpMethodHeader: method, mcpNameHeader: name };
      const outcome = classifyInboundRequest({ httpMethod: 'POST', body: message, ...definedIn(headers) });
      if (outcome.kind === 'legacy') return 'legacy';
      if (outcome.kind === 'modern' && outcome.classification.revision === MODERN_SINCE) return 'modern';
      if (outcome.kind === 'modern') return unsupported(outcome.classification.revision);
      const { httpStatus: status, code, message: text, data } = outcome;
      return { status, code, message: text, data };
    },
    open(introduction) {
      const server = makeServer(introduction, { supportedProtocolVersions: ALL_REVISIONS });
      // The SDK names but its own part of the revisions.
      server.setRequestHandler('server/discover', () => ({
        supportedVersions: ALL_REVISIONS,
        capabilities: server.getCapabilities(),
        ...(introduction.instructions !== undefined && { instructions: introduction.instructions }),
      }));
      return new V2Server(server, (wire) => new ModernTransport(wire));
    },
    answer(method, params, call) {
      return method === 'prompts/get' ? answerInRounds(params, call, state) : undefined;
    },
  };
}

/** Answers `prompts/get` in rounds, as people are asked since 2026-07-28 (basic/patterns/mrtr). */
export async function answerInRounds(params: unknown, asked: AdapterCall, state: RequestState): Promise<object> {
  const { request, call, answer } = asked;
  if (!(request instanceof V2Request)) return answer(call);
  const round = await Round.begin(digestOf(params ?? {}, call.auth), request.context, state);
  const isAskable = call.client !== undefined && showsForms(call.client);
  return round.end(answer(isAskable ? { ...call, elicit: round.elicit } : call));
}

/** A wire as the SDK takes one for requests that stand on their own: only from this class it knows the revision. */
class ModernTransport extends PerRequestHTTPServerTransport {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    super({ classification: { era: 'modern', revision: MODERN_SINCE } });
    this.#wire = wire;
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#wire.send(message, options?.relatedRequestId);
  }
}

/** How requests that say themselves who sends them are answered past the SDK, and their people asked. */
function envelopesOf({ serverInfo }: Introduction, state: RequestState): Envelopes {
  return {
    revision: MODERN_SINCE,
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
    question.surface(async (document) => {
      await document;
      return question.respond(first.ask());
    });
    return first;
  };
  return (form, options) => (round ??= begin()).elicit(form, options);
}

/** Refuses an envelope of another revision: the earlier ones that are served have none. */
function unsupported(requested = 'unknown') {
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: [MODERN_SINCE], requested });
  return { status: 400, code, message, data };
}

/** The headers that are there: the SDK takes one that is `undefined` for one that is empty. */
function definedIn<T extends object>(headers: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
}
