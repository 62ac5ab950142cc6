import type { CallOptions, RuntimeMethod } from '@cuecard/core';
import { RuntimeWrapper } from '../runtime/runtime-wrapper.js';

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

  /** Resolves when no call is left. No call may begin after this. */
  end(): Promise<void> {
    if (this.#calls === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#ended = resolve;
    });
  }
}

/** A runtime that counts its calls, so that what they use is disposed of when the last of them has ended. */
export class CountedRuntime extends RuntimeWrapper {
  #generation = new Generation();
  /** Resolves when all former generations have ended. */
  #ended: Promise<void> = Promise.resolve();

  /** Resolves when all calls that have begun so far have ended, with the work that outlived their answers. */
  endOfCalls(): Promise<void> {
    const former = this.#generation;
    this.#generation = new Generation();
    this.#ended = Promise.all([this.#ended, former.end()]).then(() => undefined);
    return this.#ended;
  }

  protected override wrap(method: RuntimeMethod): RuntimeMethod {
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

/** A call with all properties of another one, which may be getters and methods of a class, except one. */
function withOverrun(call: CallOptions = {}, onOverrun: CallOptions['onOverrun']): CallOptions {
  return new Proxy<CallOptions>(
    {},
    {
      get(_target, name) {
        if (name === 'onOverrun') return onOverrun;
        const value: unknown = Reflect.get(call, name);
        return typeof value === 'function' ? (value.bind(call) as unknown) : value;
      },
    },
  );
}
