import type {
  ApiError,
  CatalogueEntry,
  CataloguePage,
  DefinitionDetail,
  LoggedCall,
  ProjectInfo,
  View,
  ViewRequest,
} from '../../src/playground/api.js';
import type { SourcePlace } from '../../src/playground/options.js';

/** The server rejected a request. The status is 0 if it did not answer. */
export class ServerError extends Error {
  override readonly name = 'ServerError';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Calls the API of the playground with the token. Every method throws a {@link ServerError}. */
export class Api {
  constructor(readonly token: () => string | undefined) {}

  project(): Promise<ProjectInfo> {
    return this.#json('project');
  }

  /** Loads the whole catalogue in pages. Calls the listener after each page. */
  async catalogue(soFar: (entries: readonly CatalogueEntry[]) => void): Promise<readonly CatalogueEntry[]> {
    let entries: readonly CatalogueEntry[] = [];
    for (let isMore = true; isMore;) {
      const page: CataloguePage = await this.#json(`catalogue?from=${entries.length}`);
      entries = [...entries, ...page.entries];
      isMore = page.entries.length > 0 && entries.length < page.total;
      if (isMore) soFar(entries);
    }
    return entries;
  }

  definition(kind: string, name: string, signal: AbortSignal): Promise<DefinitionDetail> {
    return this.#json(`definitions/${kind}/${encodeURIComponent(name)}`, { signal });
  }

  views(request: ViewRequest, signal: AbortSignal): Promise<readonly View[]> {
    return this.#json('view', { ...postOptions(request), signal });
  }

  calls(): Promise<readonly LoggedCall[]> {
    return this.#json('calls');
  }

  async open(place: SourcePlace): Promise<void> {
    await this.#request('open', postOptions(place));
  }

  async events(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#request('events', { signal });
    if (body === null) throw new ServerError(0, 'The event stream is empty');
    return body;
  }

  async #json<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await this.#request(path, init);
    return (await response.json()) as T;
  }

  async #request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${this.token() ?? ''}` };
    const response = await fetch(`/-/${path}`, { ...init, headers }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ServerError(0, 'The server does not answer');
    });
    if (response.ok) return response;
    const body = (await response.json().catch(() => undefined)) as ApiError | undefined;
    throw new ServerError(response.status, body?.error.message ?? `The server returned HTTP ${response.status}`);
  }
}

function postOptions(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
