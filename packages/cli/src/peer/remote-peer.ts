import type { ElicitRequest, ElicitResult, KindName } from '@cuecard/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import { allListed, allOffered, type AskPage, type ListedEntry } from './pages.js';
import type { Offered, Peer } from './peer.js';

export interface RemoteOptions {
  /** The address of a server, or the words of a command that starts one. */
  readonly target: { readonly url: URL; readonly headers: Readonly<Record<string, string>> } | readonly string[];
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

  private constructor(client: Client) {
    this.#client = client;
  }

  /** @throws {Problem} `server-unreachable` */
  static async connect({ target, folder, version, elicit }: RemoteOptions): Promise<RemotePeer> {
    const capabilities = elicit === undefined ? {} : { elicitation: {} };
    const client = new Client({ name: 'cuecard', version }, { capabilities, versionNegotiation: { mode: 'auto' } });
    if (elicit !== undefined)
      client.setRequestHandler('elicitation/create', ({ params }) => elicit(params as never) as never);
    try {
      await client.connect(transportTo({ target, folder }));
      return new RemotePeer(client);
    } catch (cause) {
      const where = 'url' in target ? target.url.href : (target[0] ?? '');
      const summary = `The server at ${where} cannot be reached, or does not speak the protocol`;
      const why = cause instanceof Error ? cause.message : String(cause);
      const fix = 'Start it, and look at its address, the path included';
      throw new Problem({ code: 'server-unreachable', summary, why, fix, exitCode: ExitCode.connection, cause });
    }
  }

  /** How the server introduces itself. */
  get server(): ServerIntroduction {
    return this.#client.getServerVersion() ?? { name: '', version: '' };
  }

  async list(kind: KindName): Promise<readonly Offered[]> {
    return this.#offers(kind) ? allOffered(kind, this.#ask) : [];
  }

  /** All pages of a list, as they come. */
  async listed(kind: KindName): Promise<readonly ListedEntry[]> {
    return this.#offers(kind) ? allListed(kind, this.#ask) : [];
  }

  #offers(kind: KindName): boolean {
    return this.#client.getServerCapabilities()?.[CAPABILITY[kind]] !== undefined;
  }

  #ask: AskPage = async (method, cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    return (await this.#client.request({ method, params })) as Readonly<Record<string, unknown>>;
  };

  getPrompt: Peer['getPrompt'] = (params) => this.#client.getPrompt(params as never) as never;

  callTool: Peer['callTool'] = (params, onProgress) =>
    this.#client.callTool(params as never, {
      onprogress: ({ progress, total, message }) => onProgress(progress, total, message),
      resetTimeoutOnProgress: true,
    }) as never;

  readResource: Peer['readResource'] = (params) => this.#client.readResource(params) as never;

  complete: Peer['complete'] = (params) => this.#client.complete(params as never) as never;

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
