import type { ArgumentsHost, CanActivate, PipeTransform, Type } from '@nestjs/common';
import { type ContextId, ExternalContextCreator } from '@nestjs/core';
import { asException, asRequestError, isException, isInputRequest } from '../call/exceptions.js';
import { CALL_INDEX, CUECARD, type NestCall } from '../call/nest-call.js';
import { copyMethodMetadata } from '../nest/missing-enhancers.js';
import { unsupportedNest } from '../nest/unsupported.js';
import { CONTEXT, FROM_HTTP, PARAMETERS } from './parameters.js';

// Uses internals of Nest, like `../nest`. `ExternalContextCreator` runs enhancers around any method. An object derived
// from Nest's creator overrides what must differ for Cuecard calls.

/** Calls a method of a handler with Nest's enhancers around it. */
export type EnhancedHandler = (...args: readonly unknown[]) => Promise<unknown>;

type Target = (...args: unknown[]) => Promise<unknown>;

interface ExceptionsHandler {
  invokeCustomFilters(exception: unknown, host: ArgumentsHost): unknown;
}

/** A parameter that pipes may transform. */
interface PipedParameter {
  readonly index: number;
  readonly data?: unknown;
  readonly extractValue: (...args: readonly unknown[]) => unknown;
}

type PipesFunction = ((values: unknown[], ...args: readonly unknown[]) => Promise<void>) | null;

interface ContextCreatorInternals {
  createPipesFn(pipes: PipeTransform[], parameters: readonly PipedParameter[]): PipesFunction;
  transformToResult(result: unknown): Promise<unknown>;
  readonly guardsContextCreator: GuardsCreatorInternals;
}

interface GuardsCreatorInternals {
  getInstanceByMetatype(guard: Partial<CanActivate> & Function): unknown;
  getGlobalMetadata(...args: readonly unknown[]): object[];
  create(...args: readonly unknown[]): CanActivate[];
}

/** A method of a handler, with the module and the context id that its enhancers come from. */
export interface EnhancedMethod {
  readonly instance: object;
  readonly method: string;
  /** The token of the module that provides the enhancers. */
  readonly moduleKey: string;
  /** The context id of the enhancers; `undefined` if they are singletons. */
  readonly contextId?: ContextId | undefined;
  /** The id of the handler's provider. Transient enhancers are constructed for each such id. */
  readonly inquirerId?: string | undefined;
}

/** Selects the application-wide guards to run in addition to the guards of the class and its method. */
export type GlobalGuards = (guard: object) => boolean;

/** Runs Nest's guards, interceptors, pipes and filters. */
export class Enhancers {
  readonly #creator: ExternalContextCreator;
  readonly #internals: ContextCreatorInternals;
  readonly #report: (problem: string, error: unknown) => void;

  /** @param report called when an exception filter fails */
  constructor(creator: ExternalContextCreator, report: (problem: string, error: unknown) => void = () => {}) {
    this.#creator = creator;
    this.#report = report;
    this.#internals = creator as unknown as ContextCreatorInternals;
  }

  /** Runs all enhancers around a method, or all except guards if `guards` is false. */
  around(method: EnhancedMethod, guards = true): EnhancedHandler {
    const creator = this.#deriveCreator(method.moduleKey, {
      guardsContextCreator: this.#deriveGuardsCreator(),
      createPipesFn: (pipes: PipeTransform[], parameters: readonly PipedParameter[]) => this.#pipes(pipes, parameters),
      externalErrorProxy: {
        createProxy: (target: Target, handler: ExceptionsHandler) => this.#withFilters(target, handler),
      },
    });
    const callback = methodOf(method) ?? (() => undefined);
    return createHandler(creator, { ...method, callback }, { guards, interceptors: true, filters: true });
  }

  /**
   * Runs only the guards of a method, which throw if they reject the caller.
   * @param replace returns the guard to run in place of the given guard
   */
  guarding(
    method: EnhancedMethod,
    selectsGlobal: GlobalGuards,
    replace?: (guard: CanActivate) => CanActivate,
  ): EnhancedHandler {
    const all = this.#internals.guardsContextCreator;
    const guards: object = this.#deriveGuardsCreator({
      getGlobalMetadata: (...args: unknown[]) => all.getGlobalMetadata.apply(guards, args).filter(selectsGlobal),
      ...(replace && { create: (...args: unknown[]) => all.create.apply(guards, args).map(replace) }),
    });
    const interceptorsConsumer = { intercept: () => Promise.resolve() }; // Runs nothing in place of the handler.
    const creator = this.#deriveCreator(method.moduleKey, { guardsContextCreator: guards, interceptorsConsumer });
    // Without filters, because a filter must not turn a rejection into a response.
    const options = { guards: true, interceptors: false, filters: false };
    return createHandler(creator, { ...method, callback: stubFor(methodOf(method)) }, options);
  }

  /** Returns the value of a result, which may be a promise or an observable. */
  resultOf(result: unknown): Promise<unknown> {
    return this.#internals.transformToResult(result);
  }

  /** Makes Nest throw for a guard that it cannot find, instead of skipping the guard. */
  #deriveGuardsCreator(members: object = {}): object {
    const all = this.#internals.guardsContextCreator;
    const getInstanceByMetatype = (guard: Partial<CanActivate> & Function) => {
      const found = all.getInstanceByMetatype.call(guards, guard);
      if (found !== undefined || guard.canActivate !== undefined) return found;
      throw new Error(
        `${guard.name} is not registered in the module of the class that it guards, so Nest would skip the guard`,
      );
    };
    const guards: object = Object.assign(Object.create(all) as object, { getInstanceByMetatype }, members);
    return guards;
  }

  #deriveCreator(moduleKey: string, members: object): ExternalContextCreator {
    // Nest looks up the module by class, but several modules may provide the class. Nest also caches parameters by
    // class name.
    const known = {
      getContextModuleKey: () => moduleKey,
      getHostModuleKey: () => moduleKey,
      handlerMetadataStorage: { get: () => undefined, set: () => {} },
    };
    return Object.assign(Object.create(this.#creator) as ExternalContextCreator, known, members);
  }

  /** Applies pipes to every parameter except the context. */
  #pipes(pipes: PipeTransform[], parameters: readonly PipedParameter[]): PipesFunction {
    const context = parameters.find(({ data }) => data === CONTEXT);
    const pipedParameters = parameters.filter((each) => each !== context);
    const apply = this.#internals.createPipesFn(pipes, pipedParameters);
    return async (values, ...args) => {
      if (context !== undefined) values[context.index] = await context.extractValue(...args);
      await apply?.(values, ...args);
    };
  }

  /**
   * Replaces Nest's proxy, which would log every error that no filter handles. The runtime already logs unexpected
   * errors.
   */
  #withFilters(target: Target, handler: ExceptionsHandler): Target {
    return async (...args) => {
      try {
        return await target(...args);
      } catch (error) {
        if (isInputRequest(error)) throw error;
        return this.#filterError(error, handler, args);
      }
    };
  }

  async #filterError(error: unknown, handler: ExceptionsHandler, args: readonly unknown[]): Promise<unknown> {
    const { content: written } = args[CALL_INDEX] as NestCall;
    const exception = asException(error);
    const answer = await this.#answerOf(handler, exception, new CallHost(args));
    if (answer instanceof Error) throw asRequestError(answer); // Filters written for GraphQL return errors.
    if (answer !== undefined && answer !== null && written.body === undefined) return answer;
    throw asRequestError(exception, written);
  }

  /** Returns the result of a filter, or `undefined` if the filter fails. */
  async #answerOf(handler: ExceptionsHandler, exception: unknown, host: ArgumentsHost): Promise<unknown> {
    try {
      return await this.#internals.transformToResult(handler.invokeCustomFilters(exception, host));
    } catch (thrown) {
      if (thrown === exception || isException(thrown)) throw asRequestError(thrown);
      this.#report('An exception filter failed, so the exception is handled without the filter', thrown);
      return undefined;
    }
  }
}

type Method = (...args: unknown[]) => unknown;

function methodOf({ instance, method }: EnhancedMethod): Method | undefined {
  return (instance as Readonly<Record<string, Method>>)[method];
}

const stubs = new WeakMap<Method, Method>();

/** Returns a stub with the metadata of a method, so that Nest cannot run the method when only guards should run. */
function stubFor(method: Method = () => undefined): Method {
  const known = stubs.get(method);
  if (known !== undefined) return known;
  const stub = copyMethodMetadata(method, () => {
    throw unsupportedNest('it calls the handler when only guards should run');
  });
  stubs.set(method, stub);
  return stub;
}

function createHandler(
  creator: ExternalContextCreator,
  { instance, method, callback, contextId, inquirerId }: EnhancedMethod & { readonly callback: Method },
  options: { readonly guards: boolean; readonly interceptors: boolean; readonly filters: boolean },
): EnhancedHandler {
  const rest = [contextId, inquirerId, options, CUECARD] as const;
  return creator.create(instance as Type, callback, method, PARAMETERS, FROM_HTTP, ...rest);
}

/** The `ArgumentsHost` of filters. */
class CallHost implements ArgumentsHost {
  readonly #args: readonly unknown[];

  constructor(args: readonly unknown[]) {
    this.#args = args;
  }

  getArgs<T extends unknown[]>(): T {
    return this.#args as T;
  }

  getArgByIndex<T>(index: number): T {
    return this.#args[index] as T;
  }

  getType<T extends string>(): T {
    return CUECARD as T;
  }

  switchToHttp() {
    return {
      getRequest: <T>() => this.#args[0] as T,
      getResponse: <T>() => this.#args[1] as T,
      getNext: <T>() => this.#args[2] as T,
    };
  }

  switchToRpc() {
    return { getData: <T>() => this.#args[0] as T, getContext: <T>() => this.#args[1] as T };
  }

  switchToWs() {
    return {
      getClient: <T>() => this.#args[0] as T,
      getData: <T>() => this.#args[1] as T,
      getPattern: () => '',
    };
  }
}
