import type { ClientRows } from '../clients/client-profile.js';
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
  knownOptions,
} from '../text/option-kinds.js';

export interface RuntimeOptions {
  /**
   * Classes, definitions and packs, or a registry of all.
   * @default none, if there are tools or resources
   */
  readonly prompts?: Iterable<RegistryEntry> | Registry | undefined;
  /**
   * Classes, definitions and packs. The tool methods are offered if this list is given, even if it is empty, or if
   * there are tools elsewhere.
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
   * Interceptors around every call, outermost first. Those of packs and definitions run inside them.
   * @default none
   */
  readonly interceptors?: readonly InterceptorEntry[];
  /**
   * Called for every list, call and completion, before anything is looked up. It fills the bag with what `visible`,
   * which is synchronous, and `select` need. Reading `call.definition` looks it up without waiting for a selector. If
   * it throws, the error is the answer. As it may reject callers, lists are marked private.
   * @default nothing
   */
  readonly prepare?: (context: RequestContext, call: Call) => Awaitable<void>;
  /**
   * Chooses among versions of a name. The first selector with a result decides.
   * @default the highest released version
   */
  readonly select?: VersionSelector | readonly VersionSelector[];
  /**
   * The treatment of faulty definitions: `throw` throws one error with all faults; `isolate` leaves the definitions
   * out, logs a warning for each and reports them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
  /**
   * Whether each definition must declare its name, because bundlers rename classes.
   * @default false
   */
  readonly requireNames?: boolean;
  /**
   * Whether to ask the user for missing or wrong arguments, if the client supports it.
   * @default false
   */
  readonly askForMissing?: boolean;
  /**
   * The resources that clients may list and read: classes, definitions, packs and readers. Pass the reader that prompts
   * inject, so that clients can read what prompts link to. Readers stay when the registry is replaced.
   * @default none: the resource methods are not offered
   */
  readonly resources?: ResourceReader | Iterable<RegistryEntry>;
  /**
   * Reports changed resources, in addition to classes and readers. Clients may then subscribe to every resource.
   * @default nothing
   */
  readonly updates?: Pick<ResourceUpdates, 'publish' | 'subscribe'>;
  /**
   * The number of entries on a page of a list.
   * @default 100
   */
  readonly pageSize?: number;
  /**
   * Receives failures with their causes, warnings, and messages of handlers. A pino or bunyan logger gets causes as
   * `err`.
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
   * The reaction to a template such as user`…` that interpolates a free-text argument without `untrusted` or `trusted`:
   * `warn` logs each argument once; `strict` answers "Internal error"; `off` does nothing.
   * @default 'warn'
   */
  readonly interpolation?: InterpolationRule;
  /**
   * Whether clients also get prompts as tools: `true` for all; `'pair'` for all, by `list_prompts` and `get_prompt`;
   * `false` for none. `asTool` of a prompt and `promptsAsTools` of a pack take precedence.
   * @default only hosts that cannot use prompts: one tool each for up to 50, otherwise the pair
   */
  readonly promptsAsTools?: PromptsAsTools;
  /**
   * How hosts deviate from the specification, by host. Changes known rows, ignores them with `false`, and adds others.
   * @default the rows of `docs/clients.md`
   */
  readonly clients?: ClientRows;
  /**
   * Formats the message of a wrong argument, for example in the user's language. It does not get the value.
   * @default the message of the fault
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
  select: new OptionKind('a function (versions, context), or an array of them', (value) => {
    return isFunction(value) || (Array.isArray(value) && value.every(isFunction));
  }),
  onFault: ON_FAULT,
  requireNames: BOOLEAN,
  askForMissing: BOOLEAN,
  resources: new OptionKind(`${READER.expected}, or an array of classes, definitions and readers`, (value) => {
    return READER.is(value) || ENTRIES.is(value);
  }),
  updates: new OptionKind('an object with the functions publish and subscribe', (value) => {
    return hasMethods(value, ['publish', 'subscribe']); // It may be from another copy of this package.
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
    return isPlainObject(value); // The rows of a Map would not be found.
  }),
  messageOf: functionOf('(fault) that returns a string'),
};

/**
 * Returns the options that have a value.
 * @throws {TypeError} for an option that does not exist, or is of the wrong kind
 */
export function runtimeOptions(options: RuntimeOptions): RuntimeOptions {
  return knownOptions('Runtime', options, OPTIONS);
}
