import type { CallOptions } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { clip } from '../text/clip.js';
import { type RequestError, PromptRenderError, TimeoutError, type UnknownPromptError } from '../errors.js';
import { failureOf, type Step } from './failure.js';
import { given } from '../logging/logger.js';
import { forget, isPending } from '../pending.js';
import type { Awaitable } from '../types.js';
import type { VersionSelector } from '../api/selector.js';
import { Verdicts, type Visibility } from '../definition/visibility.js';
import type { Serving } from './call-context.js';
import { OngoingRequest } from './ongoing-request.js';

/** Where a request finds the prompt that it asks for. */
export interface PromptSource {
  find(asked: string, request: PromptRequest): Definition | undefined;
  /** What is said where there is none. */
  unknown(asked: string | undefined, request: PromptRequest): UnknownPromptError;
}

/** What is asked for, and among what. */
export interface Asked {
  /** The name, as the client sent it: maybe none, and maybe no string. */
  readonly name: unknown;
  readonly source: PromptSource;
}

/** One request for a prompt, or for a list of them. */
export class PromptRequest extends OngoingRequest {
  /** What the request is at, for whoever has to say where it failed. */
  step: Step = 'intercept';
  readonly #asked: Asked;
  #found: { readonly definition: Definition | undefined } | undefined;
  #verdicts: Verdicts | undefined;
  /** The selectors that have been reported: one that fails would do so for every name of a list. */
  #failing: Set<VersionSelector> | undefined;

  constructor(asked: Asked, serving: Serving, limitMs: number, call: CallOptions) {
    super(serving, limitMs, call);
    this.#asked = asked;
  }

  /** The name that was asked for; nothing in a list. */
  get asked(): string | undefined {
    const { name } = this.#asked;
    return typeof name === 'string' ? name : undefined;
  }

  /** The prompt, looked up when it is first asked for: from then on it is the same. */
  get definition(): Definition | undefined {
    this.#found ??= this.#find();
    return this.#found.definition;
  }

  /** @throws {UnknownPromptError} where there is no such prompt that the caller may know of */
  found(): Definition {
    const { definition, asked } = this;
    if (definition === undefined) throw this.#asked.source.unknown(asked, this);
    return definition;
  }

  override get subject(): string {
    const { asked } = this;
    return asked === undefined ? 'The list of prompts' : `Prompt "${clip(asked)}"`;
  }

  /** Whether the caller may know of what has this rule. */
  allows(rule: Visibility | undefined): boolean {
    if (rule === undefined) return true;
    this.#verdicts ??= new Verdicts(this, (error) => this.#report('could not say who may see a prompt', error));
    return this.#verdicts.allows(rule);
  }

  /** What the first selector with an opinion chooses. */
  choose(versions: readonly Definition[], select: readonly VersionSelector[]): Definition | undefined {
    for (const selector of select) {
      const chosen = this.#chosen(selector, versions);
      if (chosen !== undefined) return chosen;
    }
    return undefined;
  }

  /** What the client gets to see of an error; the log has the rest. */
  failure(error: unknown): unknown {
    const { signal } = this.call;
    if (signal?.aborted && error === signal.reason) return error;
    const failure = failureOf(clip(this.asked ?? ''), this.step, error);
    if (failure instanceof PromptRenderError && failure !== error) {
      this.#report(`${failure.problem} [${failure.id}]`, failure.cause);
    }
    return failure;
  }

  /**
   * Does the work of the request, which is over then, however it ends.
   * @throws what the client gets to see of an error
   */
  async run<T>(work: () => Awaitable<T>): Promise<T> {
    try {
      this.call.signal?.throwIfAborted();
      const done = work();
      return isPending(done) ? await done : done; // An `await` costs a turn even where there is nothing to wait for.
    } catch (error) {
      const failure = this.failure(error);
      this.fail(failure);
      throw failure;
    } finally {
      this.end();
    }
  }

  protected override timeout(limitMs: number): RequestError {
    const { asked } = this;
    return new TimeoutError(asked === undefined ? undefined : clip(asked), limitMs, this.subject);
  }

  #find(): { readonly definition: Definition | undefined } {
    const { asked } = this;
    const definition = asked === undefined ? undefined : this.#asked.source.find(asked, this);
    this.resolver = definition?.resolver ?? this.resolver;
    return { definition };
  }

  #chosen(select: VersionSelector, versions: readonly Definition[]): Definition | undefined {
    try {
      const chosen = select(versions, this);
      const version = versions.find((each) => each === chosen);
      if (chosen === undefined || version !== undefined) return version;
      forget(chosen);
      throw new TypeError('A selector must give one of the versions, or nothing, at once, and gave something else');
    } catch (error) {
      this.#failing ??= new Set();
      if (!this.#failing.has(select)) this.#report('could not choose a version', error);
      this.#failing.add(select);
      return undefined;
    }
  }

  #report(problem: string, cause: unknown): void {
    this.serving.logger.error(`${this.subject} ${problem}`, ...given(cause));
  }
}
