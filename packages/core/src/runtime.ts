import type { Binding } from './arguments/argument-plan.js';
import type { Origin } from './arguments/argument-type.js';
import { ChangeListeners } from './change-listeners.js';
import { completeArgument, CompletionRequest, readTyped } from './completion/completion.js';
import type { CallOptions } from './context.js';
import type { PromptDefinition } from './definition.js';
import {
  type DefinitionFault,
  InvalidCursorError,
  PromptDefinitionError,
  PromptRenderError,
  UnknownPromptError,
} from './errors.js';
import { failureOf } from './failure.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import type { PromptLogger } from './logger.js';
import { OutputCheck } from './output/output-check.js';
import { isPending } from './pending.js';
import type { PromptClass } from './prompt.js';
import type {
  CompleteParams,
  CompleteResult,
  GetPromptParams,
  GetPromptResult,
  ListPromptsParams,
  ListPromptsResult,
} from './protocol.js';
import { PromptPages } from './prompt-pages.js';
import { PromptRegistry } from './registry.js';
import { PromptRequest } from './request.js';
import type { PromptRuntimeOptions } from './runtime-options.js';
import { type PromptResolver, withoutContainer } from './resolver.js';
import { ServedResources } from './resources/served-resources.js';
import type { ValidatorClass } from './validation/validation-rules.js';

/** Answers the prompt methods of the specification from a registry. It knows no transport and no SDK. */
export class PromptRuntime {
  /** Answers the resource methods, where the runtime was given `resources`. */
  readonly resources: ServedResources | undefined;
  readonly #resolver: PromptResolver;
  readonly #limits: Limits;
  readonly #messageOf: PromptRuntimeOptions['messageOf'];
  readonly #logger: PromptLogger;
  readonly #output: OutputCheck;
  readonly #listeners: ChangeListeners;
  #registry: PromptRegistry;
  #pages: PromptPages;

  /** @throws {PromptDefinitionError} when a prompt is declared wrongly or could not be constructed */
  constructor(options: PromptRuntimeOptions) {
    const { prompts, resolver = withoutContainer, limits, logger = console, messageOf } = options;
    this.#resolver = resolver;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#logger = logger;
    this.#messageOf = messageOf;
    this.#output = new OutputCheck({ ...options, limits: this.#limits, logger });
    this.#listeners = new ChangeListeners(logger);
    const { resources, pageSize = 100 } = options;
    this.resources = resources && new ServedResources(resources, { limits: this.#limits, logger, pageSize });
    this.#registry = prompts instanceof PromptRegistry ? prompts : new PromptRegistry(prompts);
    this.#checkDefinitions(this.#registry.list());
    this.#pages = new PromptPages(this.#registry);
  }

  get registry(): PromptRegistry {
    return this.#registry;
  }

  /**
   * Answers `prompts/list`. The result is frozen.
   * @throws {InvalidCursorError} for any cursor: there is one page
   */
  async list(params: ListPromptsParams = {}, call: CallOptions = {}): Promise<ListPromptsResult> {
    if (params.cursor !== undefined) throw new InvalidCursorError();
    return this.#pages.for(call.client);
  }

  /**
   * Answers `prompts/get`, whatever the client may have sent as its parameters.
   * @throws {PromptError} that is fit for the client
   */
  get(params: GetPromptParams | undefined, call?: CallOptions): Promise<GetPromptResult> {
    return this.#answer(params?.name, { raw: params?.arguments, origin: 'text' }, call);
  }

  /**
   * Answers `completion/complete` for an argument of a prompt, or a variable of a template of `resources`: with nothing
   * where there is nothing to suggest.
   * @throws {PromptError} that is fit for the client
   */
  async complete(params: CompleteParams, call: CallOptions = {}): Promise<CompleteResult> {
    if (this.resources && params?.ref?.type === 'ref/resource') return this.resources.complete(params, call);
    const typed = readTyped(params);
    const definition = this.#find(typed.prompt);
    const request = new CompletionRequest(definition, typed, { limitMs: this.#limits.completeMs, call });
    try {
      const resolve = () => this.#resolver(definition.type, request);
      return await completeArgument(definition, typed, { request, resolve });
    } catch (error) {
      throw this.#failure(request, call, error);
    } finally {
      request.end(this.#logger);
    }
  }

  /**
   * Renders a prompt in process, with the values and the rules that its arguments class declares.
   * @throws {PromptError} as `get` does; `InvalidArgumentsError` also for an argument that is missing
   */
  async render<Args extends object>(
    type: PromptClass<Args>,
    args: NoInfer<Partial<Args>>,
    call?: CallOptions,
  ): Promise<GetPromptResult> {
    const definition = this.#registry.of(type);
    if (definition === undefined) throw new UnknownPromptError(type.name);
    return this.#answer(definition.name, { raw: args, origin: 'value' }, call);
  }

  /**
   * Serves another registry from now on. Requests in flight finish on the old one; listeners are told when the list
   * that clients see has changed.
   * @throws {PromptDefinitionError} when a prompt could not be constructed; the old registry stays
   */
  replace(registry: PromptRegistry): void {
    this.#checkDefinitions(registry.list().filter((each) => this.#registry.get(each.name) !== each));
    const before = this.#pages;
    this.#registry = registry;
    this.#pages = new PromptPages(registry);
    if (!this.#pages.equals(before)) this.#listeners.tell();
  }

  /** Calls the listener after each change of the list; returns the function that ends this. */
  onListChanged(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #find(name: string | undefined): PromptDefinition {
    const definition = name === undefined ? undefined : this.#registry.get(name);
    if (definition === undefined) throw new UnknownPromptError(name, this.#registry.nearest(name));
    return definition;
  }

  async #answer(prompt: string | undefined, given: Given, call: CallOptions = {}): Promise<GetPromptResult> {
    const { name, type, arguments: plan } = this.#find(prompt);
    const request = new PromptRequest(name, this.#limits.renderMs, call);
    try {
      // Only what is pending is awaited: an `await` costs a turn even where there is nothing to wait for.
      const bound = plan.bind(given.raw, this.#binding(name, given.origin, request));
      const args = isPending(bound) ? await request.within(bound) : bound;
      request.step = 'construct';
      const made = this.#resolver(type, request);
      const handler = isPending(made) ? await request.within(made) : made;
      request.step = 'render';
      const output = handler.render(args as never, request);
      const rendered = isPending(output) ? await request.within(output) : output;
      return this.#output.check(rendered, { prompt: name, plan, args, client: call.client });
    } catch (error) {
      throw this.#failure(request, call, error);
    } finally {
      request.end(this.#logger);
    }
  }

  #failure({ prompt, step }: PromptRequest, call: CallOptions, error: unknown): unknown {
    if (call.signal?.aborted && error === call.signal.reason) return error;
    const failure = failureOf(prompt, step, error);
    if (failure instanceof PromptRenderError && failure !== error) {
      this.#logger.error(`Prompt "${prompt}" ${failure.problem} [${failure.id}]`, failure.cause);
    }
    return failure;
  }

  #binding(prompt: string, origin: Origin, request: PromptRequest): Binding {
    const isInjecting = this.#resolver !== withoutContainer;
    const makeValidator = isInjecting ? (type: ValidatorClass) => this.#resolver(type, request) : undefined;
    return { prompt, origin, limits: this.#limits, messageOf: this.#messageOf, makeValidator };
  }

  #checkDefinitions(definitions: readonly PromptDefinition[]): void {
    const faults: DefinitionFault[] = [];
    for (const { injected, uncovered } of definitions) {
      for (const type of injected) {
        const fault = this.#resolver.check?.(type);
        if (fault !== undefined) faults.push({ where: type.name, ...fault });
      }
      for (const property of uncovered)
        this.#logger.warn(`${property} is validated by class-validator itself, which is slow`);
    }
    if (faults.length > 0) throw new PromptDefinitionError(faults);
  }
}

/** Arguments as they came, and where from. */
interface Given {
  readonly raw: unknown;
  readonly origin: Origin;
}
