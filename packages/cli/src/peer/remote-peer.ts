import type { ElicitRequest, ElicitResult, KindName } from '@cuecard/core';
import { Client } from '@modelcontextprotocol/client';
import { type Page, type Peer, refusalOf } from './peer.js';
import { answerFault, refusesPosts, unreachable } from './server-fault.js';
import { type Target, formerTransportTo, type Surroundings, transportTo } from './target.js';

export interface RemoteOptions extends Surroundings {
  readonly target: Target;
  readonly version: string;
  /** Asks the user what the server wants to know; without it, it cannot ask. */
  readonly elicit: ((request: ElicitRequest) => Promise<ElicitResult>) | undefined;
}

/** What a server says of itself. */
export interface ServerIntroduction {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Any server, through the official client. */
export class RemotePeer implements Peer {
  readonly title = 'The server';
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** @throws {Problem} `server-unreachable` */
  static async connect(options: RemoteOptions): Promise<RemotePeer> {
    const { target } = options;
    try {
      return new RemotePeer(await connected(options, transportTo(target, options)));
    } catch (error) {
      const former =
        'url' in target && refusesPosts(error)
          ? await connected(options, formerTransportTo(target)).catch(() => undefined)
          : undefined;
      if (former !== undefined) return new RemotePeer(former);
      throw unreachable(target, error);
    }
  }

  /** How the server introduces itself. */
  get server(): ServerIntroduction {
    return this.#client.getServerVersion() ?? { name: '', version: '' };
  }

  offers(kind: KindName): boolean {
    return this.#client.getServerCapabilities()?.[`${kind}s`] !== undefined;
  }

  page: Peer['page'] = async (method, cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    try {
      return await answered<Page>(method, this.#client.request({ method, params }));
    } catch (error) {
      if (Object(error).code === METHOD_NOT_FOUND) return {}; // Such as templates, where there are resources alone.
      throw refusalOf(error);
    }
  };

  getPrompt: Peer['getPrompt'] = (params) => answered('prompts/get', this.#client.getPrompt(params as never));

  /** A tool takes as long as it takes: its user can end the command. */
  callTool: Peer['callTool'] = (params, onProgress) => {
    const options = {
      onprogress: ({ progress, total, message }: Progress) => onProgress(progress, total, message),
      timeout: LONGEST_MS,
    };
    return answered('tools/call', this.#client.callTool(params as never, options));
  };

  readResource: Peer['readResource'] = (params) => answered('resources/read', this.#client.readResource(params));

  complete: Peer['complete'] = (params) => answered('completion/complete', this.#client.complete(params as never));

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** How far a tool is. */
interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const METHOD_NOT_FOUND = -32601;

/** The longest time that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/** How long a command may take to say that it is of this year: one that says nothing is not. */
const PROBE_MS = 20_000;

async function connected(
  { version, elicit, signal }: RemoteOptions,
  transport: Parameters<Client['connect']>[0],
): Promise<Client> {
  const capabilities = elicit === undefined ? {} : { elicitation: {} };
  const versionNegotiation = { mode: 'auto', probe: { timeoutMs: PROBE_MS } } as const;
  const client = new Client({ name: 'cuecard', version }, { capabilities, versionNegotiation });
  if (elicit !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => elicit(params as never) as never);
  await client.connect(transport, { signal });
  return client;
}

/** Waits for an answer of the server. @throws {Problem} `answer-invalid` if there is none, or one that is none */
async function answered<Answer>(method: string, asked: Promise<unknown>): Promise<Answer> {
  try {
    return (await asked) as Answer;
  } catch (error) {
    throw answerFault(error, method);
  }
}
