import type { Definition, DefinitionFault } from '@cuecard/core';
import type { ExecutionContext } from '@nestjs/common';
import { CALL_INDEX, type NestCall } from '../call/nest-call.js';
import { HEADERS, IP, MADE_BY_FACTORY, PARAMETERS_OF_METHOD, REQUEST } from '../nest/metadata-keys.js';

/**
 * The metadata key for the parameters of handlers. The metadata under Nest's own key stays unchanged for other uses of
 * the class.
 */
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

type Parameters = Readonly<Record<string, Parameter>>;

/**
 * Creates a key by which Nest recognises a value that a factory creates. `ValidationPipe` does not validate such
 * values.
 */
const factoryKey = (name: string) => `cuecard-${name}${MADE_BY_FACTORY}`;

const callIn = (context: ExecutionContext) => context.getArgByIndex<NestCall>(CALL_INDEX);

const ARGUMENTS: Parameter = { index: 0, pipes: [], factory: (_data, context) => callIn(context).bind?.() };

const REQUEST_CONTEXT: Parameter = {
  index: 1,
  data: CONTEXT,
  pipes: [],
  factory: (_data, context) => callIn(context).context,
};

/**
 * The context parameter of a method without arguments. Its factory also binds, which rejects any arguments that a
 * client sends.
 */
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
 * Describes the parameters of a handler's method for Nest: the context, and the arguments, which are bound and checked
 * after interceptors have started. A parameter's own decorators take precedence.
 */
export function describeParameters({ type, method: handler, arguments: plan }: Definition): void {
  const { name: method, takesContextOnly } = handler;
  if (Reflect.hasOwnMetadata(PARAMETERS, type, method)) return;
  const decorated = (Reflect.getMetadata(PARAMETERS_OF_METHOD, type, method) ?? {}) as Parameters;
  const taken = new Set(Object.values(decorated).map(({ index }) => index));
  const implied = takesContextOnly
    ? { [factoryKey('context')]: ONLY_CONTEXT }
    : { [factoryKey('arguments')]: ARGUMENTS, [factoryKey('context')]: REQUEST_CONTEXT };
  const free = Object.entries(implied).filter(([, { index }]) => !taken.has(index));
  Reflect.defineMetadata(PARAMETERS, { ...decorated, ...Object.fromEntries(free) }, type, method);
  const { prototype } = type as { readonly prototype: object };
  if (Reflect.getMetadata(TYPES, prototype, method) === undefined)
    Reflect.defineMetadata(TYPES, [plan.type, Object], prototype, method);
}

/** Returns the fault of a handler with a parameter decorator that has no value in a call, or `undefined`. */
export function parameterFault({ type, method, place }: Definition): DefinitionFault | undefined {
  const name = method.name;
  const decorated = Object.entries((Reflect.getMetadata(PARAMETERS_OF_METHOD, type, name) ?? {}) as Parameters);
  const isOfHttp = ([key, { factory }]: (typeof decorated)[number]) =>
    factory === undefined && !IN_CALLS.has(Number(key.split(':', 1)[0]));
  if (!decorated.some(isOfHttp)) return undefined;
  const where = method.isDeclared ? place : `${place}.${name}`;
  return {
    where,
    type: type.name,
    id: 'parameter-of-http',
    problem: 'has a parameter decorator for HTTP requests, such as @Body(), which has no value in a Cuecard call',
    remedy: 'Use the arguments, @Req(), or a decorator from createParamDecorator() instead',
  };
}

/** The numbers by which Nest identifies the HTTP parameter decorators that have a value in a Cuecard call. */
const IN_CALLS: ReadonlySet<number> = new Set([REQUEST, HEADERS, IP]);

interface RequestParts {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly ip?: string;
}

/** Returns the values for the HTTP parameter decorators that make sense in a Cuecard call. */
export const FROM_HTTP = {
  exchangeKeyForValue(type: number, data: unknown, [request]: readonly [RequestParts, ...unknown[]]): unknown {
    if (type === REQUEST) return request;
    if (type === IP) return request.ip;
    if (type === HEADERS) return typeof data === 'string' ? request.headers[data.toLowerCase()] : request.headers;
    return undefined;
  },
};
