import { withoutContainer } from '../api/resolver.js';
import { Catalogue, type CatalogueOptions } from '../catalogue/catalogue.js';
import { LabelCheck } from '../catalogue/label-check.js';
import { ListEntries } from '../catalogue/list-entries.js';
import { Engine } from '../engine/engine.js';
import { HandlerCall } from '../engine/handler-call.js';
import type { Operation } from '../engine/operation.js';
import { limitsOf } from '../limits.js';
import { type Logger, stderr } from '../logging/logger.js';
import { SafeLogger } from '../logging/safe-logger.js';
import { PROMPT } from '../prompt/prompt-kind.js';
import type {
  CallToolResult,
  CompleteParams,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListToolsResult,
  ReadResourceResult,
} from '../protocol.js';
import type { Registry } from '../registry/registry.js';
import type { RuntimeServices } from '../request/runtime-services.js';
import { readerDefinition, RESOURCE } from '../resource/resource-kind.js';
import { ReachCheck } from '../resource/reach-check.js';
import { ServedReaders } from '../resource/served-readers.js';
import type { Definition } from '../definition/definition.js';
import { completionOf } from '../completion/references.js';
import { TOOL } from '../tool/tool-kind.js';
import { entriesOf, type RuntimeOptions, runtimeOptions } from './runtime-options.js';
import { StartupCheck } from './startup-check.js';

const DEFAULTS = {
  logger: stderr,
  pageSize: 100,
  select: [],
  interceptors: [],
  onFault: 'throw',
  resolver: withoutContainer,
} as const;

/** What is served of one registry. */
export interface Served {
  readonly registry: Registry;
  readonly prompts: Catalogue<ListPromptsResult>;
  readonly tools: Catalogue<ListToolsResult>;
  readonly readers: ServedReaders;
  readonly completion: Operation<CompleteParams, CompleteResult>;
}

/** Holds the state of a runtime, so that `become` can exchange it. */
export interface RuntimeInside {
  state: RuntimeState;
}

/** The state of a runtime: everything that its options determine, and what it serves now. */
export class RuntimeState {
  readonly engine: Engine;
  readonly services: RuntimeServices;
  /** Answers `prompts/get`, with strings from the wire. */
  readonly get: HandlerCall<GetPromptResult>;
  /** Answers calls in process, with typed values. */
  readonly render: HandlerCall<GetPromptResult>;
  /** Answers `tools/call`, with JSON from the wire. */
  readonly callTool: HandlerCall<CallToolResult>;
  /** Answers calls of tools in process, with typed values. */
  readonly runTool: HandlerCall<CallToolResult>;
  /** Answers `resources/read`. */
  readonly read: HandlerCall<ReadResourceResult>;
  readonly #startup: StartupCheck;
  readonly #labels: LabelCheck;
  readonly #reach: ReachCheck;
  readonly #promptOptions: CatalogueOptions<ListPromptsResult>;
  readonly #toolOptions: CatalogueOptions<ListToolsResult>;
  /** Whether the runtime was given a list of tools, which may be empty so far. */
  readonly #mayHaveTools: boolean;
  /** The runtime's own reader, which does not depend on the registry. */
  readonly #own: readonly Definition[];
  /** What is served now; `replace` exchanges it. */
  served: Served;

  constructor(given: RuntimeOptions) {
    const options = runtimeOptions(given);
    const { interceptors, onFault, resolver, ...rest } = { ...DEFAULTS, ...options };
    const { messageOf, interpolation, withhold, resources, askForMissing = false, requireNames = false } = options;
    const logger: Logger = new SafeLogger(rest.logger);
    const select = typeof rest.select === 'function' ? [rest.select] : rest.select;
    const isIntercepted = interceptors.length > 0;
    const services = { limits: limitsOf(options.limits), logger, resolver, messageOf, interpolation, withhold };
    const answers = PROMPT.answers(services);
    const calls = { services, askForMissing, logged: new Set<string>() };
    this.services = services;
    this.engine = new Engine({ interceptors, prepare: options.prepare });
    this.get = new HandlerCall(PROMPT, answers, { ...calls, origin: 'text' });
    this.render = new HandlerCall(PROMPT, answers, { ...calls, origin: 'value' });
    const results = TOOL.answers(services);
    this.callTool = new HandlerCall(TOOL, results, { ...calls, origin: 'sent' });
    this.runTool = new HandlerCall(TOOL, results, { ...calls, origin: 'typed' });
    this.read = new HandlerCall(RESOURCE, RESOURCE.answers(services), { ...calls, origin: 'value' });
    this.#startup = new StartupCheck({ resolver, logger, interceptors, onFault, requireNames });
    this.#labels = new LabelCheck(select, logger);
    this.#reach = new ReachCheck(logger);
    const listed = { pageSize: rest.pageSize, select, entries: new ListEntries(), isIntercepted };
    this.#promptOptions = { kind: PROMPT, ...listed };
    this.#toolOptions = { kind: TOOL, ...listed };
    this.#mayHaveTools = options.tools !== undefined;
    this.#own = resources === undefined ? [] : [readerDefinition(resources)];
    this.served = this.#servedOf(this.#startup.begin(entriesOf(options)));
  }

  get registry(): Registry {
    return this.served.registry;
  }

  get offersTools(): boolean {
    return this.#mayHaveTools || this.served.tools.names.length > 0;
  }

  /** @throws {DefinitionError} if a definition cannot be constructed; the old registry stays */
  replace(registry: Registry): void {
    this.served = this.#servedOf(this.#startup.check(registry, this.registry));
  }

  #servedOf(registry: Registry): Served {
    this.#labels.check(registry);
    const { pageSize } = this.#promptOptions;
    const readers = new ServedReaders([...this.#own, ...registry.list(RESOURCE.name)], pageSize);
    this.#reach.check(readers.definitions);
    const prompts = new Catalogue(registry, this.#promptOptions);
    const tools = new Catalogue(registry, this.#toolOptions);
    return { registry, prompts, tools, readers, completion: completionOf(readers) };
  }
}
