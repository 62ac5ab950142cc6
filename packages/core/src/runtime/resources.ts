import type { CallOptions } from '../api/context.js';
import type {
  ListResourcesParams,
  ListResourcesResult,
  ListResourceTemplatesParams,
  ListResourceTemplatesResult,
  ReadResourceParams,
  ReadResourceResult,
} from '../protocol.js';
import type { Logger } from '../logging/logger.js';
import { Request } from '../request/request.js';
import { RESOURCE } from '../resource/resource-kind.js';
import type { ResourceReader } from '../resource/resource-reader.js';
import { ResourceSubscriptions } from '../resource/resource-subscriptions.js';
import { Watching } from '../resource/watching.js';
import type { RuntimeInside } from './runtime-state.js';

/** The specification's resource methods, answered by the readers that prompts quote from. */
export class Resources {
  readonly #inside: RuntimeInside;

  constructor(inside: RuntimeInside) {
    this.#inside = inside;
  }

  /** Whether clients may subscribe to resources: some readers cannot detect changes. */
  get canSubscribe(): boolean {
    return this.#inside.state.served.readers.canSubscribe;
  }

  /**
   * Answers `resources/list`, a page at a time.
   * @throws {InvalidCursorError} if no page came with this cursor
   */
  list(params?: ListResourcesParams, call?: CallOptions): Promise<ListResourcesResult> {
    const { engine, served } = this.#inside.state;
    return engine.run(served.readers.list, params ?? {}, this.#listing('The list of resources', call));
  }

  /**
   * Answers `resources/templates/list`, on a single page.
   * @throws {InvalidCursorError} for any cursor
   */
  listTemplates(params?: ListResourceTemplatesParams, call?: CallOptions): Promise<ListResourceTemplatesResult> {
    const { engine, served } = this.#inside.state;
    return engine.run(served.readers.templates, params ?? {}, this.#listing('The list of resource templates', call));
  }

  /**
   * Answers `resources/read`, with unchecked parameters from the client.
   * @throws {RequestError} with the code that the client's revision uses if the resource does not exist
   */
  read(params: ReadResourceParams | undefined, call?: CallOptions): Promise<ReadResourceResult> {
    const request = this.#request(params?.uri, call);
    return this.#inside.state.engine.run(this.#inside.state.read, { uri: request.asked ?? '' }, request);
  }

  /** The subscriptions of one connection. `changed` is called with the URI of each resource that has changed. */
  subscriptions(changed: (uri: string) => void): ResourceSubscriptions {
    const watch = async (uri: string, notify: () => void, call: CallOptions) => {
      const watching = new Watching({ notify, isServed: (reader) => this.#serves(reader), logger: this.#logger });
      try {
        await this.#inside.state.engine.run(watching, { uri }, this.#request(uri, call));
      } catch (error) {
        watching.end(); // An interceptor may have refused it after it had begun.
        throw error;
      }
      return () => watching.end();
    };
    return new ResourceSubscriptions({ watch, changed, most: this.#inside.state.services.limits.subscriptions });
  }

  get #logger(): Logger {
    return this.#inside.state.services.logger;
  }

  #serves(reader: ResourceReader): boolean {
    return this.#inside.state.served.readers.definitions.some(({ instance }) => instance === reader);
  }

  #listing(subject: string, call: CallOptions = {}): Request {
    const { services } = this.#inside.state;
    const target = { kind: RESOURCE.name, name: undefined, source: undefined, subjectOf: () => subject };
    return new Request(target, services, services.limits.readMs, call);
  }

  #request(uri: unknown, call: CallOptions = {}): Request {
    const { services, served } = this.#inside.state;
    return new Request(served.readers.target(uri), services, services.limits.readMs, call);
  }
}
