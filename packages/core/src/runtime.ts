import type { CallOptions } from './context.js';
import type { PromptDefinition } from './definition.js';
import {
  type DefinitionFault,
  InvalidArgumentsError,
  InvalidCursorError,
  PromptDefinitionError,
  PromptError,
  PromptRenderError,
  UnknownPromptError,
} from './errors.js';
import { OutputFault, toResult } from './output.js';
import type { PromptClass } from './prompt.js';
import type { GetPromptParams, GetPromptResult, ListPromptsParams, ListPromptsResult } from './protocol.js';
import { type PromptEntry, PromptRegistry } from './registry.js';
import { PromptRequest } from './request.js';
import { type PromptResolver, withoutContainer } from './resolver.js';

export interface PromptRuntimeOptions {
  readonly prompts: Iterable<PromptEntry> | PromptRegistry;
  /**
   * Constructs the prompt classes.
   * @default their constructors are called without arguments
   */
  readonly resolver?: PromptResolver;
  readonly limits?: PromptLimits;
  /**
   * Where failures of prompts are reported, with their causes.
   * @default `console`, whose errors go to stderr
   */
  readonly logger?: PromptLogger;
}

export interface PromptLimits {
  /**
   * How long one prompt may take to answer, in milliseconds.
   * @default 30000
   */
  readonly renderMs?: number;
}

export interface PromptLogger {
  error(message: string, cause: unknown): void;
}

/** Answers the prompt methods of the specification from a registry. It knows no transport and no SDK. */
export class PromptRuntime {
  readonly #resolver: PromptResolver;
  readonly #limitMs: number;
  readonly #logger: PromptLogger;
  readonly #listeners = new Set<() => void>();
  #registry: PromptRegistry;
  #page: ListPromptsResult;

  /** @throws {PromptDefinitionError} when a prompt is declared wrongly or could not be constructed */
  constructor({ prompts, resolver = withoutContainer, limits = {}, logger = console }: PromptRuntimeOptions) {
    this.#resolver = resolver;
    this.#limitMs = limits.renderMs ?? 30_000;
    this.#logger = logger;
    this.#registry = prompts instanceof PromptRegistry ? prompts : new PromptRegistry(prompts);
    this.#checkConstruction(this.#registry);
    this.#page = pageOf(this.#registry);
  }

  get registry(): PromptRegistry {
    return this.#registry;
  }

  /**
   * Answers `prompts/list`. The result is frozen.
   * @throws {InvalidCursorError} for any cursor: there is one page
   */
  async list(params: ListPromptsParams = {}): Promise<ListPromptsResult> {
    if (params.cursor !== undefined) throw new InvalidCursorError();
    return this.#page;
  }

  /**
   * Answers `prompts/get`, whatever the client may have sent as its parameters.
   * @throws {PromptError} that is fit for the client
   */
  async get(params: GetPromptParams, call?: CallOptions): Promise<GetPromptResult> {
    const { name, arguments: raw } = { ...params };
    const definition = this.#registry.get(name);
    if (definition === undefined) throw new UnknownPromptError(name);
    return this.#answer(definition, raw, call);
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
    return this.#answer(definition, args, call);
  }

  /**
   * Serves another registry from now on. Requests in flight finish on the old one; listeners are told when the list
   * that clients see has changed.
   * @throws {PromptDefinitionError} when a prompt could not be constructed; the old registry stays
   */
  replace(registry: PromptRegistry): void {
    this.#checkConstruction(registry);
    const before = this.#page;
    this.#registry = registry;
    this.#page = pageOf(registry);
    if (JSON.stringify(before) !== JSON.stringify(this.#page)) this.#tellListeners();
  }

  /** Calls the listener after each change of the list; returns the function that ends this. */
  onListChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #answer(definition: PromptDefinition, raw: unknown, call: CallOptions = {}): Promise<GetPromptResult> {
    const { name, type } = definition;
    const request = new PromptRequest({ prompt: name, caller: call.signal, limitMs: this.#limitMs });
    let step: Step = 'check';
    try {
      const args = await request.within(definition.arguments.bind(name, raw));
      step = 'construct';
      const handler = await request.within(this.#resolver(type, request));
      step = 'render';
      const output = await request.within(handler.render(args as never, request));
      return toResult(output);
    } catch (error) {
      throw this.#failure(name, step, call, error);
    } finally {
      request.end((error) => this.#logger.error(`Prompt "${name}" failed to clean up`, error));
    }
  }

  // What was written for the client goes there; everything else stays here, under an id that the client gets.
  #failure(prompt: string, step: Step, call: CallOptions, error: unknown): unknown {
    if (call.signal?.aborted && error === call.signal.reason) return error;
    if (error instanceof PromptError && (step === 'check' || !isRefusal(error))) return error;
    const failure =
      error instanceof OutputFault
        ? new PromptRenderError(prompt, error.message)
        : new PromptRenderError(prompt, PROBLEMS[step], { cause: error });
    this.#logger.error(`Prompt "${prompt}" ${failure.problem} [${failure.id}]`, failure.cause);
    return failure;
  }

  #checkConstruction(registry: PromptRegistry): void {
    const faults: DefinitionFault[] = [];
    for (const { type } of registry.list()) {
      const problem = this.#resolver.check?.(type);
      if (problem !== undefined) faults.push({ where: type.name, ...problem });
    }
    if (faults.length > 0) throw new PromptDefinitionError(faults);
  }

  #tellListeners(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#logger.error('A listener for changes of the prompt list failed', error);
      }
    }
  }
}

type Step = keyof typeof PROBLEMS;

const PROBLEMS = {
  check: 'failed while its arguments were checked',
  construct: 'could not be constructed',
  render: 'failed',
};

/** Refusals that a prompt meets when it uses other prompts are its own mistake, not its client's. */
function isRefusal(error: PromptError): boolean {
  return [InvalidArgumentsError, UnknownPromptError, InvalidCursorError].some((refusal) => error instanceof refusal);
}

function pageOf(registry: PromptRegistry): ListPromptsResult {
  const prompts = registry.list().map(({ entry }) => entry);
  Object.freeze(prompts);
  return Object.freeze({ prompts });
}
