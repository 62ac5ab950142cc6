import type { RequestContext } from '../api/context.js';
import type { DefinitionInfo } from '../api/definition-info.js';
import type { VersionSelector } from '../api/selector.js';
import type { Definition } from '../definition/definition.js';
import { isPending } from '../pending.js';
import type { Awaitable } from '../types.js';
import type { RequestLog } from './request-log.js';

/** The request that versions are chosen for. */
interface Caller {
  readonly context: RequestContext;
  readonly log: Pick<RequestLog, 'reportOnce'>;
}

/** The versions that selectors choose for one request. Each name is chosen once, so that all of the request agrees. */
export class VersionChoices {
  readonly #chosen = new Map<string, Definition>();
  readonly #pending = new Map<string, Promise<void>>();

  /** Resolves when all choices that were begun are made; `undefined` if they are. */
  get pending(): Promise<unknown> | undefined {
    return this.#pending.size === 0 ? undefined : Promise.all(this.#pending.values());
  }

  /** The chosen version. While a selector is choosing, it is the highest release, and `pending` is a promise. */
  of(
    versions: readonly [Definition, ...Definition[]],
    selectors: readonly VersionSelector[],
    request: Caller,
  ): Definition {
    const [first] = versions;
    const key = `${first.kind.name} ${first.name}`;
    if (this.#pending.has(key)) return first;
    const known = this.#chosen.get(key);
    if (known !== undefined && versions.includes(known)) return known;
    const choice = chosenFrom(versions, selectors, request);
    if (isPending(choice)) {
      this.#pending.set(
        key,
        choice.then((made) => this.#made(key, made ?? first)),
      );
      return first;
    }
    this.#chosen.set(key, choice ?? first);
    return choice ?? first;
  }

  #made(key: string, choice: Definition): void {
    this.#chosen.set(key, choice);
    this.#pending.delete(key);
  }
}

/** The choice of the first selector with a result. */
function chosenFrom(
  versions: readonly Definition[],
  [select, ...others]: readonly VersionSelector[],
  request: Caller,
): Awaitable<Definition | undefined> {
  if (select === undefined) return undefined;
  const chosen = chosenBy(select, versions, request);
  if (isPending(chosen)) return chosen.then((made) => made ?? chosenFrom(versions, others, request));
  return chosen ?? chosenFrom(versions, others, request);
}

function chosenBy(
  select: VersionSelector,
  versions: readonly Definition[],
  request: Caller,
): Awaitable<Definition | undefined> {
  const failed = (error: unknown) => request.log.reportOnce(select, 'could not choose a version', error) as undefined;
  try {
    const choice = select(versions, request.context);
    if (!isPending(choice)) return checked(choice, versions);
    return Promise.resolve(choice)
      .then((made) => checked(made, versions))
      .catch(failed);
  } catch (error) {
    return failed(error);
  }
}

/** @throws {TypeError} if a selector has chosen something else than a version */
function checked(chosen: DefinitionInfo | undefined, versions: readonly Definition[]): Definition | undefined {
  const version = versions.find((each) => each === chosen);
  if (chosen === undefined || version !== undefined) return version;
  throw new TypeError('A selector must return one of the versions or undefined, but returned something else');
}
