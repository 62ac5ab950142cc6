import type { CallOptions, RuntimeMethod, Runtime, ServedRuntime } from '@cuecard/core';

type Methods = ReadonlyMap<string, RuntimeMethod>;

/** The calls that began under one state of the code. */
class Generation {
  #calls = 0;
  #ended: (() => void) | undefined;

  enter(): () => void {
    this.#calls += 1;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#calls -= 1;
      if (this.#calls === 0) this.#ended?.();
    };
  }

  /** Resolves when no call is left; none may begin any more. */
  end(): Promise<void> {
    if (this.#calls === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#ended = resolve;
    });
  }
}

/** A runtime that counts its calls, so that what they use is disposed of when the last of them has ended. */
export class CountedRuntime implements ServedRuntime {
  readonly #runtime: Runtime;
  readonly #tables = new WeakMap<Methods, Methods>();
  #generation = new Generation();
  /** Resolves when all former generations have ended. */
  #ended: Promise<void> = Promise.resolve();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  get methods(): Methods {
    const { methods } = this.#runtime;
    const known = this.#tables.get(methods);
    if (known !== undefined) return known;
    const counted = new Map([...methods].map(([name, method]) => [name, this.#counted(method)]));
    this.#tables.set(methods, counted);
    return counted;
  }

  get resources(): Runtime['resources'] {
    return this.#runtime.resources;
  }

  get logger(): Runtime['logger'] {
    return this.#runtime.logger;
  }

  get monitor(): Runtime['monitor'] {
    return this.#runtime.monitor;
  }

  offers(...args: Parameters<Runtime['offers']>): boolean {
    return this.#runtime.offers(...args);
  }

  listsPromptsAsTools(...args: Parameters<Runtime['listsPromptsAsTools']>): boolean {
    return this.#runtime.listsPromptsAsTools(...args);
  }

  onListChanged(...args: Parameters<Runtime['onListChanged']>): () => void {
    return this.#runtime.onListChanged(...args);
  }

  /** Resolves when all calls that have begun so far have ended, with the work that outlived their answers. */
  endOfCalls(): Promise<void> {
    const former = this.#generation;
    this.#generation = new Generation();
    this.#ended = Promise.all([this.#ended, former.end()]).then(() => undefined);
    return this.#ended;
  }

  #counted(method: RuntimeMethod): RuntimeMethod {
    return {
      ...method,
      answer: (params, call) => {
        const leave = this.#generation.enter();
        const overrun: { work?: Promise<void> } = {};
        const onOverrun = (work: Promise<void>) => {
          overrun.work = work;
          call?.onOverrun?.(work);
        };
        const answer = method.answer(params, withOverrun(call, onOverrun));
        void answer
          .catch(() => undefined)
          .then(() => overrun.work)
          .then(leave, leave);
        return answer;
      },
    };
  }
}

/** A copy of a call; its members may be getters and methods. */
function withOverrun(call: CallOptions = {}, onOverrun: CallOptions['onOverrun']): CallOptions {
  const { signal, client, requestId, sessionId, auth, meta, bag, progress, log, elicit, checkHeaders } = call;
  return {
    signal,
    client,
    requestId,
    sessionId,
    auth,
    meta,
    bag,
    onOverrun,
    progress: progress && ((...told) => progress.apply(call, told)),
    log: log && ((...told) => log.apply(call, told)),
    elicit: elicit && ((...asked) => elicit.apply(call, asked)),
    checkHeaders: checkHeaders && ((repeated) => checkHeaders.call(call, repeated)),
  };
}
