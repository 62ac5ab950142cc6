import { createHash } from 'node:crypto';
import {
  ANY_TIME,
  type DefinitionInfo,
  functionOf,
  hasMethods,
  type KindName,
  type OptionKinds,
  validateOptions,
  limit,
  OptionKind,
  type RequestContext,
  type VersionSelector,
} from '@cuecard/core';
import {
  type Client,
  type EvaluationContext,
  type EvaluationDetails,
  ProviderEvents,
  ProviderStatus,
} from '@openfeature/server-sdk';

export interface FlagOptions {
  /**
   * Returns the key of the flag that chooses the version of a name.
   * @default kind and name, such as `prompt.review`
   */
  readonly flag?: (kind: KindName, name: string) => string;
  /**
   * Returns further properties of the evaluation context, such as a tenant. Do not include tokens: providers may send
   * the context to a service.
   * @default none
   */
  readonly context?: (request: RequestContext) => EvaluationContext;
  /**
   * The time limit of an evaluation, in milliseconds. Afterwards the next selector decides.
   * @default 500
   */
  readonly timeoutMs?: number;
}

/**
 * Chooses the version in an OpenFeature flag: a version such as `2.1.0`, or a label such as `stable`. The evaluation
 * context has the principal as targeting key, otherwise a hash of the session, and the client's name as `client`. If
 * the flag is missing, the provider fails or the value is not a version, the next selector decides, and one warning is
 * logged. Notifies clients when the provider's configuration changes.
 * @throws {TypeError} if an option does not exist or is of the wrong kind
 * @throws {RangeError} if `timeoutMs` is invalid
 */
export function byFlag(client: Client, options: FlagOptions = {}): VersionSelector {
  CLIENT.require('The client of byFlag()', client);
  const known = validateOptions('byFlag', options, OPTIONS);
  const { flag = (kind, name) => `${kind}.${name}`, context, timeoutMs = 500 } = known;
  limit('timeoutMs', timeoutMs, ANY_TIME);
  const select: VersionSelector = async (versions, request) => {
    const [{ kind, name }] = versions as readonly [DefinitionInfo, ...DefinitionInfo[]];
    const key = flag(kind.name, name);
    const evaluation = client.getStringDetails(key, '', { ...context?.(request), ...callerOf(request) });
    const { monitor } = request;
    const details = await withTimeout(timeoutMs, evaluation);
    if (details !== undefined && isTargeted(details) && request.auth === undefined && request.sessionId === undefined)
      monitor.warnOnce(
        `The flag "${key}" targets callers, but some callers have neither a principal nor a session: they may get different versions from call to call`,
      );
    const failure = failureOf(details, timeoutMs);
    if (details === undefined || failure !== undefined) {
      monitor.failed(PROVIDER, `${NEXT} (flag "${key}": ${failure})`);
      return undefined;
    }
    monitor.succeeded(PROVIDER);
    const found = versions.find(({ labels, version }) => isOneOf(details.value, [version, ...labels]));
    if (found === undefined) monitor.warnOnce(`The flag "${key}" ${describeProblem(details)}: ${NEXT}`);
    return found;
  };
  const watch: VersionSelector['watch'] = (changed) =>
    watchProvider(client, (flags) => changed(changeFilter(flags, flag)));
  return Object.assign(select, { watch });
}

const CLIENT = new OptionKind('a client of OpenFeature, such as OpenFeature.getClient()', (settings) => {
  return hasMethods(settings, ['getStringDetails', 'addHandler']);
});

const OPTIONS: OptionKinds<FlagOptions> = {
  flag: functionOf('(kind, name)'),
  context: functionOf('(request)'),
  timeoutMs: true,
};

/** Sends a hash, because anyone with the id of a session can continue the session. */
function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url');
}

function callerOf({ auth, sessionId, client }: RequestContext): EvaluationContext {
  const targetingKey = auth?.principal ?? (sessionId && hashOf(sessionId));
  return {
    ...(targetingKey !== undefined && { targetingKey }),
    ...(client?.name !== undefined && { client: client.name }),
  };
}

type FlagDetails = EvaluationDetails<string>;

/**
 * The reasons of values that may depend on the targeting key. flagd returns `DEFAULT` if the key is missing for a
 * percentage.
 */
const TARGETED_REASONS: readonly unknown[] = ['SPLIT', 'TARGETING_MATCH', 'DEFAULT'];

function isTargeted({ reason, errorCode }: FlagDetails): boolean {
  return TARGETED_REASONS.includes(reason) || errorCode === 'TARGETING_KEY_MISSING';
}

function isOneOf(value: string | undefined, names: readonly (string | undefined)[]): boolean {
  return value !== undefined && names.includes(value);
}

const PROVIDER = 'flag provider';
const NEXT = 'the next selector decides';

/** The errors of a whole provider, rather than of one flag. */
const PROVIDER_ERRORS: readonly unknown[] = ['PROVIDER_NOT_READY', 'PROVIDER_FATAL', 'GENERAL'];

/** The reason why the provider has no result; `undefined` if it has one. */
function failureOf(details: FlagDetails | undefined, timeoutMs: number): string | undefined {
  if (details === undefined) return `no result within ${timeoutMs} ms`;
  return PROVIDER_ERRORS.includes(details.errorCode) ? details.errorCode : undefined;
}

function describeProblem({ errorCode, value }: FlagDetails): string {
  if (errorCode !== undefined) return `could not be evaluated (${errorCode})`;
  return `has the value ${JSON.stringify(value.slice(0, 64))}, which is not a version or label that the caller may see`;
}

/** Returns the result of the work; `undefined` if it takes longer. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param changed receives the changed flags, if the provider names them */
function watchProvider(client: Client, changed: (flags?: readonly string[]) => void): () => void {
  // A client with a ready provider calls a new handler immediately.
  let wasReady = client.providerStatus === ProviderStatus.READY;
  const ready = () => {
    if (!wasReady) changed();
    wasReady = false;
  };
  const ending = new AbortController();
  client.addHandler(ProviderEvents.Ready, ready, ending);
  client.addHandler(ProviderEvents.ConfigurationChanged, (event) => changed(event?.flagsChanged), ending);
  return () => ending.abort();
}

/** Returns whether a name's version may have changed; `undefined` if any may have. */
function changeFilter(flags: readonly string[] | undefined, flag: Required<FlagOptions>['flag']) {
  if (flags === undefined || flags.length === 0) return undefined;
  return (kind: KindName, name: string) => flags.includes(flag(kind, name));
}
