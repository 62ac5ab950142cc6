import {
  type CallOptions,
  fromServices,
  type Logger,
  type Resolver,
  Runtime,
  type RuntimeOptions,
  type ServiceToken,
} from '@cuecard/core';

/** The runtime options that the class under test determines. */
type ServedHandler = 'prompts' | 'tools' | 'resources' | 'resolver';

/** The options of a call. They include the options of the runtime, such as `limits` and `interceptors`. */
export interface CallSetup extends Omit<RuntimeOptions, ServedHandler> {
  /**
   * The services to inject, each paired with its fake; or a resolver such as `fromContainer(container)`.
   * @default none
   */
  readonly provide?: Iterable<readonly [ServiceToken, unknown]> | Resolver | undefined;
  /**
   * The context of the call, such as `fakeContext({ … })`.
   * @default an in-process call of an unverified caller
   */
  readonly context?: CallOptions | undefined;
  /**
   * Receives failures and warnings.
   * @default the console
   */
  readonly logger?: Logger;
}

/* oxlint-disable no-console -- people look for failures of tests in the console */

/** Prints only failures and warnings. The log messages of handlers go to the context of the call. */
const PROBLEMS: Logger = {
  error: (...line) => console.error(...line),
  warn: (...args) => console.warn(...args),
};

/**
 * Creates a runtime that serves one class.
 * @throws {DefinitionError} if the class is declared wrongly, or needs a service that is not provided
 */
export function createRuntime(
  served: Pick<RuntimeOptions, ServedHandler>,
  { provide = [], ...options }: Omit<CallSetup, 'context'>,
): Runtime {
  const resolver = typeof provide === 'function' ? provide : fromServices(provide);
  return new Runtime({ logger: PROBLEMS, ...options, ...served, resolver });
}
