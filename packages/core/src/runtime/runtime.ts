import { Catalogue } from '../catalogue/catalogue.js';
import { ListEntries } from '../catalogue/list-entries.js';
import { ClassSource } from '../catalogue/class-source.js';
import { ChangeListeners } from '../catalogue/change-listeners.js';
import { completeArgument, CompletionRequest, readTyped } from '../completion/completion.js';
import type { CallOptions } from '../api/context.js';
import type { DefinitionFault } from '../errors.js';
import { PassedCall } from '../interception/call.js';
import { Interception } from '../interception/interception.js';
import type { Answer } from '../api/interceptor.js';
import { limitsOf } from '../limits.js';
import { type Logger, stderr } from '../logging/logger.js';
import { toCompletion, toList } from '../output/answer-shapes.js';
import { OutputCheck } from '../output/output-check.js';
import { isRecord } from '../output/shape.js';
import type { PromptClass } from '../prompt/prompt.js';
import type {
  CompleteParams,
  CompleteResult,
  GetPromptParams,
  GetPromptResult,
  ListPromptsParams,
  ListPromptsResult,
} from '../protocol.js';
import type { Registry } from '../registry/registry.js';
import { type Given, Rendering } from './rendering.js';
import type { Serving } from '../request/call-context.js';
import { type Asked, PromptRequest } from '../request/prompt-request.js';
import type { RuntimeOptions } from './runtime-options.js';
import { checkedResolver } from '../api/resolver.js';
import { ServedResources } from '../resource/served-resources.js';
import { SafeLogger } from '../logging/safe-logger.js';
import { StartupCheck } from './startup-check.js';
import type { Awaitable } from '../types.js';
import { LabelCheck } from '../catalogue/label-check.js';

const DEFAULTS = {
  logger: stderr,
  pageSize: 100,
  select: [],
  interceptors: [],
  onFault: 'throw',
} as const;

/** Answers the prompt methods of the specification from a registry. It knows no transport and no SDK. */
export class Runtime {
  /** Answers the resource methods, where the runtime was given `resources`. */
  readonly resources: ServedResources | undefined;
  readonly #serving: Serving;
  readonly #interception: Interception;
  readonly #output: OutputCheck;
  readonly #rendering: Rendering;
  readonly #startup: StartupCheck;
  readonly #catalogueOf: (registry: Registry) => Catalogue;
  readonly #listeners: ChangeListeners;
  #catalogue: Catalogue;

  /**
   * @throws {DefinitionError} when a prompt is declared wrongly or could not be constructed, unless `onFault` is `isolate`
   * @throws {RangeError} for a limit or a `pageSize` that is none; TypeError for a `resolver` that is no function
   */
  constructor(options: RuntimeOptions) {
    const { prompts, resources, messageOf, pageSize, select, interceptors, onFault, ...rest } = {
      ...DEFAULTS,
      ...options,
    };
    const resolver = checkedResolver(options.resolver);
    const logger = new SafeLogger(rest.logger);
    const limits = limitsOf(options.limits);
    this.#serving = { limits, logger, resolver, messageOf };
    this.#interception = new Interception(interceptors);
    this.#output = new OutputCheck({ ...options, limits, logger });
    this.#rendering = new Rendering({ output: this.#output, askForMissing: options.askForMissing === true, logger });
    this.resources = resources && new ServedResources(resources, { serving: this.#serving, pageSize });
    this.#startup = new StartupCheck({ resolver, logger, interceptors, onFault });
    const selectors = typeof select === 'function' ? [select] : select;
    const labels = new LabelCheck(selectors, logger);
    const entries = new ListEntries();
    const isIntercepted = interceptors.length > 0;
    this.#catalogueOf = (registry) => {
      labels.check(registry);
      return new Catalogue(registry, { pageSize, select: selectors, entries, isIntercepted });
    };
    this.#catalogue = this.#catalogueOf(this.#startup.begin(prompts));
    this.#listeners = new ChangeListeners(logger, () => this.#catalogue);
  }

  get registry(): Registry {
    return this.#catalogue.registry;
  }

  /** Where it reports what people at the clients must not see; its adapters report there, too. */
  get logger(): Logger {
    return this.#serving.logger;
  }

  /** What is wrong with prompts that have been left out, where `onFault` is `isolate`. */
  get faults(): readonly DefinitionFault[] {
    return this.registry.faults;
  }

  /**
   * Answers `prompts/list`, a page at a time, in the order of the names. The result is frozen, unless an interceptor has
   * made it: then it is marked as being for this caller alone.
   * @throws {InvalidCursorError} for a cursor that no page came with
   */
  list(params: ListPromptsParams = {}, call: CallOptions = {}): Promise<ListPromptsResult> {
    const source = this.#catalogue;
    const request = new PromptRequest({ name: undefined, source }, this.#serving, this.#serving.limits.listMs, call);
    const end = ({ cursor }: ListPromptsParams) => source.page(cursor, request);
    const recheck = (answer: unknown) => source.changed(toList(answer), request);
    return request.run(() => this.#through(new PassedCall('prompts/list', params, request), { end, recheck }));
  }

  /**
   * Answers `prompts/get`, whatever the client may have sent as its parameters.
   * @throws {RequestError} that is fit for the client
   */
  get(params: GetPromptParams | undefined, call?: CallOptions): Promise<GetPromptResult> {
    return this.#answer(
      { name: params?.name, source: this.#catalogue },
      { raw: params?.arguments, origin: 'text' },
      call,
    );
  }

  /**
   * Answers `completion/complete` for an argument of a prompt, or a variable of a template of `resources`: with nothing
   * where there is nothing to suggest.
   * @throws {RequestError} that is fit for the client
   */
  complete(params: CompleteParams, call: CallOptions = {}): Promise<CompleteResult> {
    const asked = { name: nameReferredTo(params), source: this.#catalogue };
    const request = new CompletionRequest(asked, this.#serving, this.#serving.limits.completeMs, call);
    const end = (last: CompleteParams) => this.#complete(last, request);
    return request.run(() =>
      this.#through(new PassedCall('completion/complete', params, request), { end, recheck: toCompletion }),
    );
  }

  /**
   * Renders a prompt in process, with the values and the rules that its arguments class declares.
   * @throws {RequestError} as `get` does; `InvalidArgumentsError` also for an argument that is missing
   */
  async render<Args extends object>(
    type: PromptClass<Args>,
    args: NoInfer<Partial<Args>>,
    call?: CallOptions,
  ): Promise<GetPromptResult> {
    return this.#answer(new ClassSource(this.#catalogue, type), { raw: args, origin: 'value' }, call);
  }

  /**
   * Serves another registry from now on. Requests in flight finish on the old one; listeners are told soon, once, if the
   * list that clients see has changed.
   * @throws {DefinitionError} when a prompt could not be constructed; the old registry stays
   */
  replace(registry: Registry): void {
    const before = this.#catalogue;
    this.#catalogue = this.#catalogueOf(this.#startup.check(registry, before.registry));
    this.#listeners.changed(before);
  }

  /** Calls the listener soon after each change of the list; returns the function that ends this. */
  onListChanged(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #answer(asked: Asked, { raw, origin }: Given, call: CallOptions = {}): Promise<GetPromptResult> {
    const request = new PromptRequest(asked, this.#serving, this.#serving.limits.renderMs, call);
    const params = { name: request.asked ?? '', arguments: raw as object | undefined };
    const end = (last: typeof params) =>
      this.#rendering.render(request.found(), { raw: last.arguments, origin }, request);
    const recheck = (answer: unknown) => this.#output.recheck(answer);
    return request.run(() => {
      const result = this.#through(new PassedCall('prompts/get', params, request), { end, recheck });
      return request.after(result, (told) => this.#output.fit(told, call.client));
    });
  }

  /** Sends a call through the interceptors, where there are any; gives the answer at once, where that can be. */
  #through<Params, Result extends Answer>(
    call: PassedCall<Params>,
    { end, recheck }: { end: (params: Params) => Awaitable<Result>; recheck: (answer: unknown) => Result },
  ): Awaitable<Result> {
    if (!this.#interception.isNeeded(call.context)) return end(call.params);
    return this.#interception.run(call, { end: async (params) => end(params), recheck });
  }

  #complete(params: CompleteParams, request: CompletionRequest): Promise<CompleteResult> {
    if (this.resources && params?.ref?.type === 'ref/resource') return this.resources.complete(params, request);
    const typed = readTyped(params);
    return completeArgument(request.found(), typed, request);
  }
}

function nameReferredTo(params: CompleteParams | undefined): unknown {
  const ref: unknown = params?.ref;
  return isRecord(ref) && ref['type'] === 'ref/prompt' ? ref['name'] : undefined;
}
