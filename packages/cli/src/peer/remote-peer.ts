import type { ElicitRequest, ElicitResult, KindName } from '@cuecard/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { allListed, allOffered, type AskPage, type ListedEntry } from './pages.js';
import type { Offered, Peer } from './peer.js';
import { serverFault, type Target, unreachable } from './server-fault.js';

export interface RemoteOptions {
  readonly target: Target;
  /** Where the command is run. */
  readonly folder: string;
  readonly version: string;
  /** Asks the user what the server wants to know; without it, it cannot ask. */
  readonly elicit: ((request: ElicitRequest) => Promise<ElicitResult>) | undefined;
}

const CAPABILITY: Readonly<Record<KindName, 'prompts' | 'tools' | 'resources'>> = {
  prompt: 'prompts',
  tool: 'tools',
  resource: 'resources',
};

/** What a server says of itself. */
export interface ServerIntroduction {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Any server, through the official client. */
export class RemotePeer implements Peer {
  readonly #client: Client;
  readonly #target: Target;

  private constructor(client: Client, target: Target) {
    this.#client = client;
    this.#target = target;
  }

  /** @throws {Problem} `server-unreachable` */
  static async connect({ target, folder, version, elicit }: RemoteOptions): Promise<RemotePeer> {
    const capabilities = elicit === undefined ? {} : { elicitation: {} };
    const client = new Client({ name: 'cuecard', version }, { capabilities, versionNegotiation: { mode: 'auto' } });
    if (elicit !== undefined)
      client.setRequestHandler('elicitation/create', ({ params }) => elicit(params as never) as never);
    try {
      await client.connect(transportTo({ target, folder }));
      return new RemotePeer(client, target);
    } catch (error) {
      throw unreachable(target, error);
    }
  }

  /** How the server introduces itself. */
  get server(): ServerIntroduction {
    return this.#client.getServerVersion() ?? { name: '', version: '' };
  }

  async list(kind: KindName): Promise<readonly Offered[]> {
    return this.#offers(kind) ? this.#asked(() => allOffered(kind, this.#ask)) : [];
  }

  /** All pages of a list, as they come. */
  async listed(kind: KindName): Promise<readonly ListedEntry[]> {
    return this.#offers(kind) ? this.#asked(() => allListed(kind, this.#ask)) : [];
  }

  #offers(kind: KindName): boolean {
    return this.#client.getServerCapabilities()?.[CAPABILITY[kind]] !== undefined;
  }

  #ask: AskPage = async (method, cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    return this.#asked(() => this.#client.request({ method, params }));
  };

  /** @throws {Problem} where the server has gone, or gives no answer of the protocol */
  async #asked<Result>(ask: () => Promise<unknown>): Promise<Result> {
    try {
      return (await ask()) as Result;
    } catch (error) {
      throw serverFault(error, this.#target);
    }
  }

  getPrompt: Peer['getPrompt'] = (params) => this.#asked(() => this.#client.getPrompt(params as never));

  callTool: Peer['callTool'] = (params, onProgress) =>
    this.#asked(() =>
      this.#client.callTool(params as never, {
        onprogress: ({ progress, total, message }) => onProgress(progress, total, message),
        resetTimeoutOnProgress: true,
      }),
    );

  readResource: Peer['readResource'] = (params) => this.#asked(() => this.#client.readResource(params));

  complete: Peer['complete'] = (params) => this.#asked(() => this.#client.complete(params as never));

  close(): Promise<void> {
    return this.#client.close();
  }
}

function transportTo({ target, folder: cwd }: Pick<RemoteOptions, 'target' | 'folder'>) {
  if ('url' in target)
    return new StreamableHTTPClientTransport(target.url, { requestInit: { headers: target.headers } });
  const [command = '', ...args] = target;
  return new StdioClientTransport({ command, args, cwd, stderr: 'inherit' });
}
