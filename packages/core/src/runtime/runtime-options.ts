import type { HostProfiles } from '../clients/client-profile.js';
import type { RequestContext } from '../api/context.js';
import type { ArgumentFault } from '../errors.js';
import { type Call, type InterceptorEntry, INTERCEPTORS, type VersionSelector } from '../api/calls.js';
import type { InterpolationRule } from '../messages/messages.js';
import type { LimitOptions } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import type { Meter } from '../logging/monitor.js';
import { PROMPTS_AS_TOOLS, type PromptsAsTools } from '../prompt-tools/prompt-tools.js';
import { ENTRIES, type RegistryEntry } from '../registry/pack.js';
import type { Registry } from '../registry/registry.js';
import { type Resolver, RESOLVER } from '../api/resolver.js';
import { READER } from '../resource/resource.js';
import type { ResourceReader } from '../resource/resource-reader.js';
import type { ResourceUpdates } from '../updates/resource-updates.js';
import type { Awaitable } from '../types.js';
import {
  functionOf,
  hasMethods,
  isFunction,
  isObject,
  isPlainObject,
  ON_FAULT,
  oneOf,
  OptionKind,
  BOOLEAN,
  type OptionKinds,
  validateOptions,
} from '../text/option-kinds.js';

export interface RuntimeOptions {
  /**
   * Classes, definitions and packs, or a registry that contains all definitions.
   * @default none; required if there are no tools or resources
   */
  readonly prompts?: Iterable<RegistryEntry> | Registry | undefined;
  /**
   * Classes, definitions and packs. The tool methods are offered if this option is set, even to an empty list, or if
   * there are tools elsewhere, for example in a pack.
   * @default none
   */
  readonly tools?: Iterable<RegistryEntry> | undefined;
  /**
   * Constructs handlers and validators.
   * @default calls their constructors without arguments
   */
  readonly resolver?: Resolver;
  readonly limits?: LimitOptions;
  /**
   * Interceptors that run around every call, outermost first. Interceptors of packs and definitions run inside them.
   * @default none
   */
  readonly interceptors?: readonly InterceptorEntry[];
  /**
   * Called for every list, call and completion, before the definition is looked up. Use it to put data that `visible`
   * and `select` need into the request's bag: `visible` is synchronous and cannot load data. Reading `call.definition`
   * here does not wait for a selector. If `prepare` throws, the client gets the error. Lists are marked private,
   * because `prepare` may reject callers.
   * @default nothing
   */
  readonly prepare?: (context: RequestContext, call: Call) => Awaitable<void>;
  /**
   * Chooses among versions of a name. The first selector that returns a version decides.
   * @default the highest released version
   */
  readonly select?: VersionSelector | readonly VersionSelector[];
  /**
   * What to do with faulty definitions: `throw` throws one error with all faults; `isolate` excludes the definitions,
   * logs a warning for each fault and reports it in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
  /**
   * Whether each definition must declare a name instead of deriving it from its class name. Bundlers may rename
   * classes.
   * @default false
   */
  readonly requireNames?: boolean;
  /**
   * Whether to ask the user for missing or wrong arguments, if the client supports it.
   * @default false
   */
  readonly askForMissing?: boolean;
  /**
   * The resources that clients may list and read: classes, definitions, packs and readers. Pass the same reader that
   * prompts inject, so that clients can read the resources to which prompts link. Readers are kept when the registry is
   * replaced.
   * @default none: the resource methods are not offered
   */
  readonly resources?: ResourceReader | Iterable<RegistryEntry>;
  /**
   * Reports changed resources, in addition to the changes that classes and readers report. With this option, clients
   * may subscribe to every resource.
   * @default nothing
   */
  readonly updates?: Pick<ResourceUpdates, 'publish' | 'subscribe'>;
  /**
   * The number of entries on a page of a list.
   * @default 100
   */
  readonly pageSize?: number;
  /**
   * Receives failures with their causes, warnings, and log messages from handlers. A pino or bunyan logger receives
   * causes as `err`.
   * @default stderr, for all levels
   */
  readonly logger?: Logger;
  /**
   * An OpenTelemetry meter, such as `metrics.getMeter('my-service')` after the SDK has started. It counts sessions,
   * listeners, notifications, rejected ids, exceeded limits and failures of services.
   * @default nothing is counted
   */
  readonly meter?: Meter;
  /**
   * What to do if a template such as user`…` interpolates a free-text argument without `untrusted` or `trusted`: `warn`
   * logs each such argument once; `strict` makes the request fail with "Internal error"; `off` does nothing.
   * @default 'warn'
   */
  readonly interpolation?: InterpolationRule;
  /**
   * Whether clients also get prompts as tools. `true`: all clients get one tool per prompt. `'pair'`: all clients get
   * the two tools `list_prompts` and `get_prompt`. `false`: no client does. A prompt's `asTool` and a pack's
   * `promptsAsTools` take precedence.
   * @default only hosts without prompts, and hosts that send placeholders, get them: one tool per prompt for up to 50
   * prompts, otherwise the pair
   */
  readonly promptsAsTools?: PromptsAsTools;
  /**
   * How hosts deviate from the specification, by host. Changes the built-in profile of a known host, turns it off with
   * `false`, or adds a host.
   * @default the profiles in `docs/clients.md`
   */
  readonly clients?: HostProfiles;
  /**
   * Formats the message of an invalid argument, for example in the user's language. The function does not receive the
   * value.
   * @default the fault's own message
   */
  readonly messageOf?: (fault: ArgumentFault) => string;
}

/** The kinds of the options. `true` means that an option is checked elsewhere. */
const OPTIONS: OptionKinds<RuntimeOptions> = {
  prompts: true,
  tools: ENTRIES,
  prepare: functionOf('(context, call)'),
  resolver: RESOLVER,
  limits: new OptionKind('an object, such as { renderMs: 5000 }', isObject),
  interceptors: INTERCEPTORS,
  select: new OptionKind('a function (versions, context), or an array of such functions', (value) => {
    return isFunction(value) || (Array.isArray(value) && value.every(isFunction));
  }),
  onFault: ON_FAULT,
  requireNames: BOOLEAN,
  askForMissing: BOOLEAN,
  resources: new OptionKind(`${READER.expected}, or an array of classes, definitions and readers`, (value) => {
    return READER.is(value) || ENTRIES.is(value);
  }),
  updates: new OptionKind('an object with the functions publish and subscribe', (value) => {
    return hasMethods(value, ['publish', 'subscribe']); // An instance of another copy of this package is valid.
  }),
  pageSize: true,
  logger: new OptionKind('an object with the functions error and warn, such as console', (value) => {
    return hasMethods(value, ['error', 'warn'], ['info', 'debug']);
  }),
  meter: new OptionKind("a meter of OpenTelemetry, such as metrics.getMeter('my-service')", (value) => {
    return hasMethods(value, ['createCounter', 'createUpDownCounter']);
  }),
  interpolation: oneOf('warn', 'strict', 'off'),
  promptsAsTools: PROMPTS_AS_TOOLS,
  clients: new OptionKind("an object such as { opencode: false, 'my-host': { drops: ['audio'] } }", (value) => {
    return isPlainObject(value); // Rejects a Map, whose entries would be ignored.
  }),
  messageOf: functionOf('(fault) that returns a string'),
};

/**
 * Returns the options that have a value.
 * @throws {TypeError} for an option that does not exist, or is of the wrong kind
 */
export function runtimeOptions(options: RuntimeOptions): RuntimeOptions {
  return validateOptions('Runtime', options, OPTIONS);
}
