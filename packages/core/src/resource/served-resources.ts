import { MAX_VALUES } from '../protocol.js';
import { RESOURCE, RESOURCE_CONTENTS, RESOURCE_TEMPLATE } from '../output/content-shapes.js';
import { callOf, type CallOptions } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import { forRevision } from '../output/degradation.js';
import { InvalidCursorError, RequestError, ResourceError, ResourceNotFoundError } from '../errors.js';
import type {
  CompleteParams,
  CompleteResult,
  ListResourcesParams,
  ListResourcesResult,
  ListResourceTemplatesParams,
  ListResourceTemplatesResult,
  ReadResourceParams,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
} from '../protocol.js';
import { forgetAll } from '../pending.js';
import type { Serving } from '../request/call-context.js';
import { OngoingRequest } from '../request/ongoing-request.js';
import type { ResourceReader } from './resource-reader.js';
import type { Shape } from '../output/shape.js';
import { isLarger } from '../output/size.js';
import { placeOf, prefixAt, readTypedVariable, valuesAt } from './resource-completion.js';
import { ResourceSubscriptions } from './resource-subscriptions.js';
import { namedUri } from './resource-uri.js';

export interface ServedResourcesOptions {
  readonly serving: Serving;
  /** How many resources a page of the list has. */
  readonly pageSize: number;
}

/** Answers the resource methods of the specification from a reader: the same that prompts quote from. */
export class ServedResources {
  /** Whether clients may subscribe to resources: some readers cannot tell when one changes. */
  readonly canSubscribe: boolean;
  readonly #reader: ResourceReader;
  readonly #options: ServedResourcesOptions;

  constructor(reader: ResourceReader, options: ServedResourcesOptions) {
    this.#reader = reader;
    this.#options = options;
    this.canSubscribe = reader.watch !== undefined;
  }

  /**
   * Answers `resources/list`, a page at a time.
   * @throws {InvalidCursorError} for a cursor that no page came with
   */
  async list(params: ListResourcesParams = {}, call: CallOptions = {}): Promise<ListResourcesResult> {
    const after = params.cursor === undefined ? undefined : readCursor(params.cursor);
    return this.#run(call, (request) => this.#page(after, request));
  }

  /**
   * Answers `resources/templates/list`: there is one page.
   * @throws {InvalidCursorError} for any cursor
   */
  async listTemplates(
    params: ListResourceTemplatesParams = {},
    call: CallOptions = {},
  ): Promise<ListResourceTemplatesResult> {
    if (params.cursor !== undefined) throw new InvalidCursorError();
    return this.#run(call, async () => {
      const templates = this.#reader.templates.map((template) => checked(RESOURCE_TEMPLATE, template, call));
      return { resourceTemplates: templates as ResourceTemplate[] };
    });
  }

  /**
   * Answers `resources/read`, whatever the client may have sent as its parameters.
   * @throws {RequestError} with the code that the client's revision has for a resource that is not there
   */
  async read(params: ReadResourceParams | undefined, call: CallOptions = {}): Promise<ReadResourceResult> {
    const uri = namedUri(params?.uri);
    return this.#run(call, async (request) => {
      const contents = checked(RESOURCE_CONTENTS, await this.#reader.read(uri, request), call);
      if (isLarger(contents, this.#options.serving.limits.answerBytes))
        throw new Error('The resource is over `answerBytes`');
      return { contents: [contents as ResourceContents] };
    });
  }

  /**
   * Answers `completion/complete` for a variable of a template: with nothing for a template that is not served.
   * @throws {RequestError} that is fit for the client
   */
  async complete(params: CompleteParams, call: CallOptions = {}): Promise<CompleteResult> {
    const typed = readTypedVariable(params);
    return this.#run(call, async (request) => {
      const isServed = this.#reader.templates.some(({ uriTemplate }) => uriTemplate === typed.template);
      const place = isServed ? placeOf(typed) : undefined;
      if (place === undefined) return { completion: { values: [], total: 0, hasMore: false } };
      return valuesAt(place, await this.#reader.complete(prefixAt(place, typed.value), request), MAX_VALUES);
    });
  }

  /** The subscriptions of one connection; `changed` is told the URI of each resource that has changed. */
  subscriptions(changed: (uri: string) => void): ResourceSubscriptions {
    const watch = (uri: string, tell: () => void, call: CallOptions) =>
      this.#run(call, (request) => this.#watch(uri, tell, request));
    return new ResourceSubscriptions({ watch, changed, most: this.#options.serving.limits.subscriptions });
  }

  async #page(after: string | undefined, request: ResourceRequest): Promise<ListResourcesResult> {
    const resources: Resource[] = [];
    for await (const resource of this.#reader.list({ ...callOf(request), after })) {
      const last = resources.at(-1);
      if (last !== undefined && resources.length >= this.#options.pageSize)
        return { resources, nextCursor: cursorAfter(last.uri) };
      resources.push(checked(RESOURCE, resource, request) as Resource);
    }
    return { resources };
  }

  async #watch(uri: string, tell: () => void, request: ResourceRequest): Promise<() => void> {
    const end = await this.#reader.watch?.(uri, tell, request);
    const failed = (error: unknown) => this.#options.serving.logger.error('A watch on a resource failed to end', error);
    const stop = () => void new Promise((resolve) => resolve(end?.())).catch(failed);
    if (request.signal.aborted) stop(); // It came too late: nobody waits for it any more.
    return stop;
  }

  async #run<T>(call: CallOptions, work: (request: ResourceRequest) => Promise<T>): Promise<T> {
    const { serving } = this.#options;
    call.signal?.throwIfAborted();
    const request = new ResourceRequest(serving, serving.limits.readMs, call);
    try {
      return await request.within(work(request));
    } catch (error) {
      throw this.#failure(call, error);
    } finally {
      request.end();
    }
  }

  #failure({ signal, client }: CallOptions, error: unknown): unknown {
    if (signal?.aborted && error === signal.reason) return error;
    if (error instanceof ResourceNotFoundError) return notFoundFor(client?.revision, error);
    if (error instanceof RequestError) return error;
    const failure = new ResourceError({ cause: error });
    this.#options.serving.logger.error(`A resource could not be read [${failure.id}]`, error);
    return failure;
  }
}

function checked(shape: Shape, given: object, { client }: CallOptions): object {
  const copy = shapedBy(shape, given);
  return client === undefined ? copy : forRevision(copy, client.revision);
}

function shapedBy(shape: Shape, given: object): object {
  try {
    return shape(given, '') as object;
  } catch (fault) {
    forgetAll(given);
    throw fault;
  }
}

class ResourceRequest extends OngoingRequest {
  override readonly subject = 'A resource';

  protected override timeout(limitMs: number): RequestError {
    return new RequestError(`The resource could not be read within ${limitMs} ms`, { data: { limitMs } });
  }
}

/** The code for a resource that is not there, up to 2025-11-25; since 2026-07-28 it must not be used (server/resources). */
const RESOURCE_NOT_FOUND = -32002;

function notFoundFor(revision: string | undefined, error: ResourceNotFoundError): RequestError {
  if (revision === undefined || revision >= '2026-07-28') return error;
  return new RequestError(error.message, { code: RESOURCE_NOT_FOUND, data: error.data, cause: error.cause });
}
