import type { ArgumentsHost, CanActivate, PipeTransform, Type } from '@nestjs/common';
import { type ContextId, ExternalContextCreator } from '@nestjs/core';
import { asException, asRequestError, isQuestion } from '../call/exceptions.js';
import { CALL_INDEX, CUECARD, type NestCall } from '../call/nest-call.js';
import { replacing } from '../nest/stand-ins.js';
import { unsupportedNest } from '../nest/unsupported.js';
import { CONTEXT, FROM_HTTP, PARAMETERS } from './parameters.js';

// The other file that reaches into Nest. `ExternalContextCreator` runs its enhancers around any method; what it does
// otherwise than calls want it is overridden on an object that inherits from it.

/** Calls a method of a handler with Nest's enhancers around it. */
export type Enhanced = (...args: readonly unknown[]) => Promise<unknown>;

type Target = (...args: unknown[]) => Promise<unknown>;

interface ExceptionsHandler {
  invokeCustomFilters(exception: unknown, host: ArgumentsHost): unknown;
}

/** A parameter that pipes may change. */
interface Piped {
  readonly index: number;
  readonly data?: unknown;
  readonly extractValue: (...args: readonly unknown[]) => unknown;
}

type PipesFunction = ((values: unknown[], ...args: readonly unknown[]) => Promise<void>) | null;

interface CreatorInside {
  createPipesFn(pipes: PipeTransform[], parameters: readonly Piped[]): PipesFunction;
  transformToResult(result: unknown): Promise<unknown>;
  readonly guardsContextCreator: GuardsInside;
}

interface GuardsInside {
  getInstanceByMetatype(guard: Partial<CanActivate> & Function): unknown;
  getGlobalMetadata(...args: readonly unknown[]): object[];
}

/** The method of a handler, and where its enhancers come from. */
export interface EnhancedMethod {
  readonly instance: object;
  readonly method: string;
  /** The token of the module that provides the enhancers. */
  readonly moduleKey: string;
  /** The context in which the enhancers live, if they do not live as long as the application. */
  readonly contextId?: ContextId | undefined;
  /** The id of the handler's provider, for which transient enhancers are made. */
  readonly inquirerId?: string | undefined;
}

/** Selects the application-wide guards that decide beside those of the class and its method. */
export type GlobalGuards = (guard: object) => boolean;

/** Runs Nest's guards, interceptors, pipes and filters. */
export class Enhancers {
  readonly #creator: ExternalContextCreator;
  readonly #inside: CreatorInside;

  constructor(creator: ExternalContextCreator) {
    this.#creator = creator;
    this.#inside = creator as unknown as CreatorInside;
  }

  /** All of them around a method, unless guards have decided before. */
  around(method: EnhancedMethod, guards = true): Enhanced {
    const creator = this.#derived(method.moduleKey, {
      guardsContextCreator: this.#guards(),
      createPipesFn: (pipes: PipeTransform[], parameters: readonly Piped[]) => this.#pipes(pipes, parameters),
      externalErrorProxy: {
        createProxy: (target: Target, handler: ExceptionsHandler) => this.#filtered(target, handler),
      },
    });
    const callback = methodOf(method) ?? (() => undefined);
    return created(creator, { ...method, callback }, { guards, interceptors: true, filters: true });
  }

  /** Only guards, and nothing that they guard. Throws what refuses the caller. */
  guarding(method: EnhancedMethod, isAsked: GlobalGuards): Enhanced {
    const all = this.#inside.guardsContextCreator;
    const guards: object = this.#guards({
      getGlobalMetadata: (...args: unknown[]) => all.getGlobalMetadata.apply(guards, args).filter(isAsked),
    });
    const interceptorsConsumer = { intercept: () => Promise.resolve() }; // In place of the handler.
    const creator = this.#derived(method.moduleKey, { guardsContextCreator: guards, interceptorsConsumer });
    // A filter must not turn a refusal into an answer.
    const options = { guards: true, interceptors: false, filters: false };
    return created(creator, { ...method, callback: stubFor(methodOf(method)) }, options);
  }

  /** Nest skips guards that it does not find. */
  #guards(members: object = {}): object {
    const all = this.#inside.guardsContextCreator;
    const getInstanceByMetatype = (guard: Partial<CanActivate> & Function) => {
      const found = all.getInstanceByMetatype.call(guards, guard);
      if (found !== undefined || guard.canActivate !== undefined) return found;
      throw new Error(`${guard.name} is not in the module of the class that it guards: no call may pass it by`);
    };
    const guards: object = Object.assign(Object.create(all) as object, { getInstanceByMetatype }, members);
    return guards;
  }

  #derived(moduleKey: string, members: object): ExternalContextCreator {
    // Nest looks for the module of a class, which several may provide, and keeps parameters by the name of the class.
    const known = {
      getContextModuleKey: () => moduleKey,
      getHostModuleKey: () => moduleKey,
      handlerMetadataStorage: { get: () => undefined, set: () => {} },
    };
    return Object.assign(Object.create(this.#creator) as ExternalContextCreator, known, members);
  }

  /** Pipes of the application change arguments, and leave the context alone. */
  #pipes(pipes: PipeTransform[], parameters: readonly Piped[]): PipesFunction {
    const context = parameters.find(({ data }) => data === CONTEXT);
    const piped = parameters.filter((each) => each !== context);
    const apply = this.#inside.createPipesFn(pipes, piped);
    return async (values, ...args) => {
      if (context !== undefined) values[context.index] = context.extractValue(...args);
      await apply?.(values, ...args);
    };
  }

  /** Nest's own would log every error that no filter handles; here the runtime logs the unexpected ones. */
  #filtered(target: Target, handler: ExceptionsHandler): Target {
    return async (...args) => {
      try {
        return await target(...args);
      } catch (error) {
        if (isQuestion(error)) throw error;
        return this.#caught(error, handler, args);
      }
    };
  }

  async #caught(error: unknown, handler: ExceptionsHandler, args: readonly unknown[]): Promise<unknown> {
    const { written } = args[CALL_INDEX] as NestCall;
    const exception = asException(error);
    try {
      const host = new CallHost(args);
      const answer = await this.#inside.transformToResult(handler.invokeCustomFilters(exception, host));
      if (answer instanceof Error) throw answer; // As filters for GraphQL do.
      if (answer !== undefined && answer !== null && written.body === undefined) return answer;
    } catch (thrown) {
      throw asRequestError(thrown);
    }
    throw asRequestError(exception, written);
  }
}

type Method = (...args: unknown[]) => unknown;

function methodOf({ instance, method }: EnhancedMethod): Method | undefined {
  return (instance as Readonly<Record<string, Method>>)[method];
}

const stubs = new WeakMap<Method, Method>();

/** A stub that guards see in place of a method, so that Nest cannot run the method when only guards are asked. */
function stubFor(method: Method = () => undefined): Method {
  const known = stubs.get(method);
  if (known !== undefined) return known;
  const stub = replacing(method, () => {
    throw unsupportedNest('it calls the handler when only guards are asked');
  });
  stubs.set(method, stub);
  return stub;
}

function created(
  creator: ExternalContextCreator,
  { instance, method, callback, contextId, inquirerId }: EnhancedMethod & { readonly callback: Method },
  options: { readonly guards: boolean; readonly interceptors: boolean; readonly filters: boolean },
): Enhanced {
  const rest = [contextId, inquirerId, options, CUECARD] as const;
  return creator.create(instance as Type, callback, method, PARAMETERS, FROM_HTTP, ...rest);
}

/** What filters get beside the exception. */
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
