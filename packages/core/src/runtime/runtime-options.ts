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
  YES_OR_NO,
  type Known,
  knownOptions,
} from '../text/option-kinds.js';

export interface RuntimeOptions {
  /**
   * Classes, definitions and packs; or a registry, which has them all.
   * @default none, if there are tools or resources
   */
  readonly prompts?: Iterable<RegistryEntry> | Registry | undefined;
  /**
   * Classes, definitions and packs. The tool methods are offered if the list is given, even if it is empty so far, and
   * if any pack or registry has tools.
   * @default none
   */
  readonly tools?: Iterable<RegistryEntry> | undefined;
  /**
   * Constructs the classes.
   * @default calls their constructors without arguments
   */
  readonly resolver?: Resolver;
  readonly limits?: LimitOptions;
  /**
   * Interceptors around every call of every method, outermost first. Those of packs and definitions run after all of these.
   * @default none
   */
  readonly interceptors?: readonly InterceptorEntry[];
  /**
   * Called for every list, call and completion, before anything is looked up. Use it to put into the bag what `visible`,
   * which is synchronous, and `select` depend on; reading `call.definition` looks it up, without waiting for a selector. An
   * error that it throws becomes the answer. As it may refuse callers, lists are marked private.
   * @default nothing
   */
  readonly prepare?: (context: RequestContext, call: Call) => Awaitable<void>;
  /**
   * Chooses among several versions of a name; the first selector with a result wins.
   * @default the highest released version
   */
  readonly select?: VersionSelector | readonly VersionSelector[];
  /**
   * The treatment of definitions that are declared wrongly or cannot be constructed: `throw` refuses to start, with
   * every fault in one error; `isolate` leaves them out, logs a warning for each and reports them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
  /**
   * Whether a definition is faulty if it has only the name of its class. Bundlers rename classes.
   * @default false
   */
  readonly requireNames?: boolean;
  /**
   * Whether to ask the user for missing or wrong arguments before the request is refused, if the client supports it.
   * @default false
   */
  readonly askForMissing?: boolean;
  /**
   * The resources that clients may list and read: classes, definitions, packs and readers. Pass the reader that is
   * injected into the prompts, so that clients can read what prompts link to. The readers stay when another registry is
   * served.
   * @default none: the resource methods are not offered
   */
  readonly resources?: ResourceReader | Iterable<RegistryEntry>;
  /**
   * Reports changed resources, in addition to the changes that classes and readers notice. With it, clients may
   * subscribe to every resource.
   * @default nothing
   */
  readonly updates?: Pick<ResourceUpdates, 'publish' | 'subscribe'>;
  /**
   * The number of entries on a page of a list.
   * @default 100
   */
  readonly pageSize?: number;
  /**
   * Receives failures with their causes, warnings, and what handlers log. A pino or bunyan logger gets causes as `err`.
   * @default stderr, for all levels
   */
  readonly logger?: Logger;
  /**
   * Counts sessions, listeners, notifications, rejected ids, exceeded limits and failures of services. An OpenTelemetry
   * meter: `metrics.getMeter('my-service')`, once the SDK has been started.
   * @default nothing is counted
   */
  readonly meter?: Meter;
  /**
   * The reaction to a template such as user`…` with a free-text argument without `untrusted` or `trusted`: `warn` logs
   * it, once per argument; `strict` answers "Internal error"; `off` does not check.
   * @default 'warn'
   */
  readonly interpolation?: InterpolationRule;
  /**
   * Whether clients get prompts as tools, too: all with `true`; with `'pair'` all get `list_prompts` and `get_prompt`; none
   * with `false`. `asTool` of a prompt and `promptsAsTools` of a pack come first.
   * @default hosts that have tools but cannot use prompts: a tool for each of up to 50, the pair for more
   */
  readonly promptsAsTools?: PromptsAsTools;
  /**
   * How hosts depart from the specification, by host: changes the rows of hosts that Cuecard knows, or switches them off
   * with `false`, and adds others.
   * @default the rows of `docs/clients.md`
   */
  readonly clients?: ClientRows;
  /**
   * Words the fault of an argument for users, for example in their language. It does not receive values.
   * @default the message of the fault
   */
  readonly messageOf?: (fault: ArgumentFault) => string;
}

/** The names and kinds of the options; those with `true` are checked elsewhere. */
const OPTIONS: Known<RuntimeOptions> = {
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
  requireNames: YES_OR_NO,
  askForMissing: YES_OR_NO,
  resources: new OptionKind(`${READER.expected}, or an array of classes, definitions and readers`, (value) => {
    return READER.is(value) || ENTRIES.is(value);
  }),
  updates: new OptionKind('an object with the functions publish and subscribe', (value) => {
    return hasMethods(value, ['publish', 'subscribe']); // Of another copy of this package, too.
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
 * Returns the options of a runtime that have a value.
 * @throws {TypeError} for an option that does not exist, or is of the wrong kind
 */
export function runtimeOptions(options: RuntimeOptions): RuntimeOptions {
  return knownOptions('Runtime', options, OPTIONS);
}
