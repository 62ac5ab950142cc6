import type { RequestContext } from '@cuecard/core';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { CALL_INDEX, type NestCall } from '../call/nest-call.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { Enhancer } from '../nest/declared-enhancers.js';

/**
 * The decisions of guards that decide by the request alone. Each guard runs once per request, even if many handlers
 * have it.
 */
export class SharedDecisions {
  readonly #types: readonly Type[];
  readonly #enhancers: Enhancers;
  readonly #decisions = new WeakMap<RequestContext, Map<Type, Promise<unknown>>>();

  /** @param types the guards of the option `listing.once` */
  constructor(types: readonly Type[], enhancers: Enhancers) {
    this.#types = types;
    this.#enhancers = enhancers;
  }

  /**
   * Returns a key shared by handlers with the same guards, or `undefined` if a guard decides for each handler.
   */
  sharingKey(guards: readonly Enhancer[]): string | undefined {
    const indexes = guards.map((guard) => this.#types.indexOf(guard as Type));
    return indexes.includes(-1) ? undefined : indexes.join();
  }

  /** Returns a guard that shares the decision of its class within a request. */
  share(guard: CanActivate): CanActivate {
    const type = this.#types.find((each) => guard instanceof each);
    return type === undefined ? guard : { canActivate: (context) => this.#decide(type, guard, context) as never };
  }

  #decide(type: Type, guard: CanActivate, context: ExecutionContext): Promise<unknown> {
    const { context: request } = context.getArgByIndex<NestCall>(CALL_INDEX);
    const decisions = this.#decisions.get(request) ?? new Map<Type, Promise<unknown>>();
    this.#decisions.set(request, decisions);
    const decide = async () => this.#enhancers.resultOf(guard.canActivate(context));
    const decision = decisions.get(type) ?? decide();
    decisions.set(type, decision);
    return decision;
  }
}
