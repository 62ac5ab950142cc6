import type { Withhold } from '../output/degradation.js';
import type { RequestContext } from '../api/context.js';
import type { ArgumentFault } from '../errors.js';
import { type InterceptorEntry, INTERCEPTORS } from '../api/interceptor.js';
import type { InterpolationRule } from '../messages/interpolation.js';
import type { LimitOptions } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import type { RegistryEntry } from '../registry/pack.js';
import type { Registry } from '../registry/registry.js';
import { type Resolver, RESOLVER } from '../api/resolver.js';
import type { ResourceReader } from '../resource/resource-reader.js';
import type { Awaitable } from '../types.js';
import {
  functionOf,
  hasMethods,
  isFunction,
  isObject,
  ON_FAULT,
  oneOf,
  OptionKind,
  YES_OR_NO,
} from '../text/option-kinds.js';
import { type Known, knownOptions } from '../text/unknown-keys.js';
import type { VersionSelector } from '../api/selector.js';

export interface RuntimeOptions {
  readonly prompts: Iterable<RegistryEntry> | Registry;
  /**
   * Constructs the prompt classes.
   * @default their constructors are called without arguments
   */
  readonly resolver?: Resolver;
  readonly limits?: LimitOptions;
  /**
   * Interceptors around every call of every method. The first is the outermost; those of packs and prompts
   * come after all of these.
   * @default none
   */
  readonly interceptors?: readonly InterceptorEntry[];
  /**
   * Called before anything is looked up, for every request: lists, calls and completions. Put into the bag what `visible`
   * and `select`, which must answer at once, depend on. What it throws is the answer.
   * @default nothing
   */
  readonly prepare?: (context: RequestContext) => Awaitable<void>;
  /**
   * What chooses among several versions of a name: the first of these that has an opinion.
   * @default the highest released version
   */
  readonly select?: VersionSelector | readonly VersionSelector[];
  /**
   * What becomes of prompts that are declared wrongly or could not be constructed: `throw` refuses to start, with every
   * fault in one error; `isolate` leaves them out, warns of each in the log and has them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
  /**
   * Whether arguments that are missing or wrong are asked for, where the client can ask the person at it, before the
   * request is refused.
   * @default false
   */
  readonly askForMissing?: boolean;
  /**
   * What clients may list and read besides the prompts; give it the reader that is injected into the prompts, so that
   * clients can read what prompts link.
   * @default none: the resource methods are not offered
   */
  readonly resources?: ResourceReader;
  /**
   * How many prompts a page of `prompts/list` has, and how many resources one of `resources/list`.
   * @default 100
   */
  readonly pageSize?: number;
  /**
   * Where failures of prompts are reported, with their causes, and what prompts log.
   * @default stderr, all of it
   */
  readonly logger?: Logger;
  /**
   * What happens when a template such as user`…` interpolates a text argument without `untrusted` or `trusted`: `warn`
   * says so in the log, once an argument; `strict` answers "Internal error"; `off` does not look.
   * @default 'warn'
   */
  readonly interpolation?: InterpolationRule;
  /**
   * The kinds of content to keep from a client although its revision has them: they become text, or links.
   * @default none
   */
  readonly withhold?: Withhold;
  /**
   * Says what is wrong with an argument, in the language of the people at the clients. It is given no values.
   * @default the message of the fault
   */
  readonly messageOf?: (fault: ArgumentFault) => string;
}

/** The names of the options, and what they must be; what is `true` is checked elsewhere. */
const OPTIONS: Known<RuntimeOptions> = {
  prompts: true,
  prepare: functionOf('(context)'),
  resolver: RESOLVER,
  limits: new OptionKind('an object, such as { renderMs: 5000 }', isObject),
  interceptors: INTERCEPTORS,
  select: new OptionKind('a function (versions, context), or an array of them', (given) => {
    return isFunction(given) || (Array.isArray(given) && given.every(isFunction));
  }),
  onFault: ON_FAULT,
  askForMissing: YES_OR_NO,
  resources: new OptionKind('an instance of a class that extends ResourceReader', (given) => {
    return hasMethods(given, ['accepts', 'read', 'list', 'complete']);
  }),
  pageSize: true,
  logger: new OptionKind('an object with the functions error and warn, such as console', (given) => {
    return hasMethods(given, ['error', 'warn'], ['info', 'debug']);
  }),
  interpolation: oneOf('warn', 'strict', 'off'),
  withhold: functionOf('(client) that returns kinds of content'),
  messageOf: functionOf('(fault) that returns a string'),
};

/**
 * Returns the options of a runtime that have a value.
 * @throws {TypeError} for an option that does not exist, or is of the wrong kind
 */
export function runtimeOptions(given: RuntimeOptions): RuntimeOptions {
  return knownOptions('Runtime', given, OPTIONS);
}
