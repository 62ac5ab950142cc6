import type { Definition } from '@cuecard/core';
import type { ExecutionContext } from '@nestjs/common';
import { CALL_INDEX, type NestCall } from '../call/nest-call.js';
import { HEADERS, IP, MADE_BY_FACTORY, PARAMETERS_OF_METHOD, REQUEST } from '../nest/metadata-keys.js';

/** The metadata key for the parameters of handlers. Nest's own key stays unchanged for other users of the class. */
export const PARAMETERS = 'dev.cuecard/parameters';

/** The `data` of the context parameter, which pipes skip. */
export const CONTEXT = Symbol('the context of the call');

const TYPES = 'design:paramtypes';

interface Parameter {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes: readonly unknown[];
  readonly factory?: (data: unknown, context: ExecutionContext) => unknown;
}

/** Nest recognises by the key that a factory creates the value. Its `ValidationPipe` does not validate such a value. */
const factoryKey = (name: string) => `cuecard-${name}${MADE_BY_FACTORY}`;

const callIn = (context: ExecutionContext) => context.getArgByIndex<NestCall>(CALL_INDEX);

const ARGUMENTS: Parameter = { index: 0, pipes: [], factory: (_data, context) => callIn(context).bind?.() };

const REQUEST_CONTEXT: Parameter = {
  index: 1,
  data: CONTEXT,
  pipes: [],
  factory: (_data, context) => callIn(context).context,
};

/** The context of a method without arguments. Binding rejects those that a client sends all the same. */
const ONLY_CONTEXT: Parameter = {
  ...REQUEST_CONTEXT,
  index: 0,
  async factory(_data, context) {
    const call = callIn(context);
    await call.bind?.();
    return call.context;
  },
};

/**
 * Describes the parameters of a handler's method for Nest: its arguments, which are bound and checked after
 * interceptors have started, and the context. The decorators of a parameter take precedence.
 */
export function describeParameters({
  type,
  method: { name: method, takesContextOnly },
  ...definition
}: Definition): void {
  if (Reflect.hasOwnMetadata(PARAMETERS, type, method)) return;
  const decorated = (Reflect.getMetadata(PARAMETERS_OF_METHOD, type, method) ?? {}) as Readonly<
    Record<string, Parameter>
  >;
  const taken = new Set(Object.values(decorated).map(({ index }) => index));
  const implied = takesContextOnly
    ? { [factoryKey('context')]: ONLY_CONTEXT }
    : { [factoryKey('arguments')]: ARGUMENTS, [factoryKey('context')]: REQUEST_CONTEXT };
  const free = Object.entries(implied).filter(([, { index }]) => !taken.has(index));
  Reflect.defineMetadata(PARAMETERS, { ...decorated, ...Object.fromEntries(free) }, type, method);
  const { prototype } = type as { readonly prototype: object };
  if (Reflect.getMetadata(TYPES, prototype, method) === undefined)
    Reflect.defineMetadata(TYPES, [definition.arguments.type, Object], prototype, method);
}

interface RequestParts {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly ip?: string;
}

/** Returns the values of HTTP parameter decorators that make sense in a call. */
export const FROM_HTTP = {
  exchangeKeyForValue(type: number, data: unknown, [request]: readonly [RequestParts, ...unknown[]]): unknown {
    if (type === REQUEST) return request;
    if (type === IP) return request.ip;
    if (type === HEADERS) return typeof data === 'string' ? request.headers[data.toLowerCase()] : request.headers;
    return undefined;
  },
};
