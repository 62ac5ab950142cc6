import { RequestContext } from '@cuecard/core';
import type { DependencyContainer } from 'tsyringe';
import { tokenOf } from './token-of.js';

/** The child containers, one for each request that needs one, disposed of when the request is over. */
export class RequestContainers {
  readonly #container: DependencyContainer;
  readonly #byContext = new WeakMap<RequestContext, DependencyContainer>();

  constructor(container: DependencyContainer) {
    this.#container = container;
  }

  /** The container of a request: a handler, its interceptors and the validators of its arguments share it. */
  of(context: RequestContext): DependencyContainer {
    const known = this.#byContext.get(context);
    if (known !== undefined) return known;
    const child = this.#container.createChildContainer();
    child.register(tokenOf(RequestContext), { useValue: context });
    this.#byContext.set(context, child);
    context.defer(async () => child.dispose());
    return child;
  }
}
