import type { ContextBag, RequestContext, DefinitionInfo } from '../api/context.js';
import type { VersionSelector } from '../api/calls.js';
import type { Definition } from '../definition/definition.js';
import { after, isPending } from '../pending.js';
import type { Awaitable } from '../types.js';

interface Caller {
  readonly context: RequestContext;
  reportOnce(source: object, problem: string, cause: unknown): void;
}

/** The choices of a request, and of the requests that it makes in process. */
interface Choices {
  readonly chosen: Map<string, Definition>;
  readonly pending: Map<string, Promise<void>>;
}

const choicesByBag = new WeakMap<ContextBag, Choices>();

/**
 * The versions that selectors choose for one request. Each name is chosen once for all requests with the same bag, so that
 * a prompt and those that it renders agree.
 */
export class VersionChoices {
  readonly #bag: ContextBag;
  readonly #choices: Choices;
  /** Whether a request with the same bag had made choices before. */
  readonly #isShared: boolean;
  readonly #awaited = new Set<Promise<void>>();

  constructor(bag: ContextBag) {
    const known = choicesByBag.get(bag);
    this.#bag = bag;
    this.#isShared = known !== undefined;
    this.#choices = known ?? { chosen: new Map(), pending: new Map() };
    choicesByBag.set(bag, this.#choices);
  }

  /** Resolves when all choices that were begun are made; `undefined` if they are. */
  get pending(): Promise<unknown> | undefined {
    return this.#awaited.size === 0 ? undefined : Promise.all(this.#awaited);
  }

  /** The chosen version. While a selector is choosing, it is the highest release, and `pending` is a promise. */
  of(
    versions: readonly [Definition, ...Definition[]],
    selectors: readonly VersionSelector[],
    request: Caller,
  ): Definition {
    const [first] = versions;
    const { chosen, pending } = this.#choices;
    const key = `${first.kind.name} ${first.name}`;
    const begun = pending.get(key);
    if (begun !== undefined) return this.#await(begun, first);
    const known = chosen.get(key);
    if (known !== undefined && versions.includes(known)) return known;
    const choice = chooseFrom(versions, selectors, request);
    if (!isPending(choice)) {
      chosen.set(key, choice ?? first);
      return choice ?? first;
    }
    const created = this.#make(key, choice, first);
    pending.set(key, created);
    return this.#await(created, first);
  }

  /** Forgets the choices of this request, except those that an outer request has made. */
  forget(): void {
    if (!this.#isShared) choicesByBag.delete(this.#bag);
  }

  async #make(key: string, choice: Promise<Definition | undefined>, first: Definition): Promise<void> {
    this.#choices.chosen.set(key, (await choice) ?? first);
    this.#choices.pending.delete(key);
  }

  #await(choice: Promise<void>, meanwhile: Definition): Definition {
    this.#awaited.add(choice);
    void choice.then(() => this.#awaited.delete(choice));
    return meanwhile;
  }
}

/** The choice of the first selector with a result. */
function chooseFrom(
  versions: readonly Definition[],
  [select, ...others]: readonly VersionSelector[],
  request: Caller,
): Awaitable<Definition | undefined> {
  if (select === undefined) return undefined;
  return after(chooseBy(select, versions, request), (chosen) => chosen ?? chooseFrom(versions, others, request));
}

function chooseBy(
  select: VersionSelector,
  versions: readonly Definition[],
  request: Caller,
): Awaitable<Definition | undefined> {
  const failed = (error: unknown) => request.reportOnce(select, 'could not choose a version', error) as undefined;
  try {
    const choice = after(select(versions, request.context), (chosen) => checkChoice(chosen, versions));
    return isPending(choice) ? choice.catch(failed) : choice;
  } catch (error) {
    return failed(error);
  }
}

/** @throws {TypeError} if a selector has chosen something else than a version */
function checkChoice(chosen: DefinitionInfo | undefined, versions: readonly Definition[]): Definition | undefined {
  const version = versions.find((each) => each === chosen);
  if (chosen === undefined || version !== undefined) return version;
  throw new TypeError('A selector must return one of the versions or undefined, but returned something else');
}
