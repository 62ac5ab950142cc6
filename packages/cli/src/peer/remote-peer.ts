import type { ElicitRequest, ElicitResult, KindName } from '@cuecard/core';
import { Client } from '@modelcontextprotocol/client';
import type { ListEntry } from '@cuecard/testing/contract';
import { allListed, allOffered, type AskPage } from './pages.js';
import { type Offered, type Peer, refusalOf } from './peer.js';
import { answerFault, refusesPosts, unreachable } from './server-fault.js';
import { type Target, formerTransportTo, type ProcessOptions, transportTo } from './target.js';

export interface RemoteOptions extends ProcessOptions {
  readonly target: Target;
  readonly version: string;
  /** Answers elicitations; `undefined` if the user cannot be asked. */
  readonly elicit: ((request: ElicitRequest) => Promise<ElicitResult>) | undefined;
}

const CAPABILITY: Readonly<Record<KindName, 'prompts' | 'tools' | 'resources'>> = {
  prompt: 'prompts',
  tool: 'tools',
  resource: 'resources',
};

/** The `serverInfo` of a server. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Any server, through the official client. */
export class RemotePeer implements Peer {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** @throws {Problem} `server-unreachable` */
  static async connect(options: RemoteOptions): Promise<RemotePeer> {
    const { target } = options;
    try {
      return new RemotePeer(await connectClient(options, transportTo(target, options)));
    } catch (error) {
      const former =
        'url' in target && refusesPosts(error)
          ? await connectClient(options, formerTransportTo(target)).catch(() => undefined)
          : undefined;
      if (former !== undefined) return new RemotePeer(former);
      throw unreachable(target, error);
    }
  }

  get server(): ServerInfo {
    return this.#client.getServerVersion() ?? { name: '', version: '' };
  }

  async list(kind: KindName): Promise<readonly Offered[]> {
    return this.#offers(kind) ? allOffered(kind, this.#ask) : [];
  }

  /** All pages of a list, in the form of the protocol. */
  async listEntries(kind: KindName): Promise<readonly ListEntry[]> {
    return this.#offers(kind) ? allListed(kind, this.#ask) : [];
  }

  #offers(kind: KindName): boolean {
    return this.#client.getServerCapabilities()?.[CAPABILITY[kind]] !== undefined;
  }

  #ask: AskPage = async (method, cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    try {
      return await resultOf<Page>(method, this.#client.request({ method, params }));
    } catch (error) {
      if (Object(error).code === METHOD_NOT_FOUND) return {}; // For example, a server may lack templates.
      throw refusalOf(error);
    }
  };

  getPrompt: Peer['getPrompt'] = (params) => resultOf('prompts/get', this.#client.getPrompt(params as never));

  /** A tool has no timeout: the user can end the command. */
  callTool: Peer['callTool'] = (params, onProgress) => {
    const options = {
      onprogress: ({ progress, total, message }: Progress) => onProgress(progress, total, message),
      timeout: LONGEST_MS,
    };
    return resultOf('tools/call', this.#client.callTool(params as never, options));
  };

  readResource: Peer['readResource'] = (params) => resultOf('resources/read', this.#client.readResource(params));

  complete: Peer['complete'] = (params) => resultOf('completion/complete', this.#client.complete(params as never));

  close(): Promise<void> {
    return this.#client.close();
  }
}

type Page = Readonly<Record<string, unknown>>;

/** The progress of a tool. */
interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const METHOD_NOT_FOUND = -32601;

/** The maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time that a command has to report a revision of 2026 or later. A silent server has an older one. */
const PROBE_MS = 20_000;

async function connectClient(
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

/** Waits for a result of the server. @throws {Problem} `answer-invalid` for an invalid result */
async function resultOf<Answer>(method: string, result: Promise<unknown>): Promise<Answer> {
  try {
    return (await result) as Answer;
  } catch (error) {
    throw answerFault(error, method);
  }
}
