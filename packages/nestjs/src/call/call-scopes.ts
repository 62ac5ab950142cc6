import { RequestContext } from '@cuecard/core';
import { type ContextId, ContextIdFactory, type ModulesContainer } from '@nestjs/core';
import { moduleRefOf, type Wrapper } from '../nest/containers.js';
import { requestOf, currentExchange } from './nest-call.js';

/** Nest's contexts for request-scoped providers. Each call has its own. */
export class CallScopes {
  readonly #modules: ModulesContainer;
  readonly #ids = new WeakMap<RequestContext, ContextId>();
  #tokens: readonly Wrapper[] | undefined;

  constructor(modules: ModulesContainer) {
    this.#modules = modules;
  }

  /** Returns the context id of a call. Its `REQUEST` and `RequestContext` belong to the call. */
  idOf(context: RequestContext, wrapper?: Wrapper): ContextId {
    const known = this.#ids.get(context);
    if (known !== undefined) return known;
    // Nest stores the context id on the HTTP request, which may contain several calls.
    const request = withoutContextId(requestOf(currentExchange(), context));
    const contextId = ContextIdFactory.getByRequest(request, []);
    this.#ids.set(context, contextId);
    this.#provide(request, contextId, wrapper);
    for (const each of this.#contexts) each.setInstanceByContextId(contextId, { instance: context, isResolved: true });
    return contextId;
  }

  /** A durable provider gets the payload of the `ContextIdStrategy` instead of the request. */
  #provide(request: object, contextId: ContextId, wrapper?: Wrapper): void {
    const [module] = this.#modules.values();
    const isDurable = contextId.payload !== undefined && wrapper?.isDependencyTreeDurable() === true;
    const provided = isDurable ? contextId.payload : Object.assign(request, contextId.payload);
    if (module !== undefined) moduleRefOf(module).registerRequestByContextId(provided, contextId);
  }

  /** The providers of `RequestContext`, one for each server. */
  get #contexts(): readonly Wrapper[] {
    return (this.#tokens ??= [...this.#modules.values()].flatMap(({ providers }) => {
      const wrapper = providers.get(RequestContext);
      return wrapper === undefined ? [] : [wrapper];
    }));
  }
}

/** Returns the request without the context id that middleware or another call may have stored on it. */
function withoutContextId(request: object): object {
  const own = Object.create(request) as object;
  const ids = symbolsOf(request).filter(({ description }) => description === 'REQUEST_CONTEXT_ID');
  for (const id of ids) Object.defineProperty(own, id, { value: undefined, writable: true, configurable: true });
  return own;
}

function symbolsOf(value: object): symbol[] {
  return Object.getOwnPropertySymbols(value);
}
