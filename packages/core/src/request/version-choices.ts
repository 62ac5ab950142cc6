import type { ContextBag, RequestContext, DefinitionInfo } from '../api/context.js';
import type { VersionSelector } from '../api/calls.js';
import type { Definition } from '../definition/definition.js';
import { isPromise } from '../promises.js';
import type { Awaitable } from '../types.js';

interface Caller {
  readonly context: RequestContext;
  reportOnce(source: object, problem: string, cause: unknown): void;
}

/** The chosen versions by kind and name; a promise while a selector is still choosing. */
type Choices = Map<string, Definition | Promise<void>>;

const choicesByBag = new WeakMap<ContextBag, Choices>();

/**
 * The versions that selectors choose for one request. All requests with the same bag share the choices, so that a
 * prompt and the prompts that it renders use the same versions.
 */
export class VersionChoices {
  readonly #bag: ContextBag;
  readonly #choices: Choices;
  /** Whether an outer request with the same bag created the choices. */
  readonly #isShared: boolean;
  readonly #awaited = new Set<Promise<void>>();

  constructor(bag: ContextBag) {
    const known = choicesByBag.get(bag);
    this.#bag = bag;
    this.#isShared = known !== undefined;
    this.#choices = known ?? new Map<string, Definition | Promise<void>>();
    choicesByBag.set(bag, this.#choices);
  }

  /** Resolves when all choices are made; `undefined` if none is pending. */
  get pending(): Promise<unknown> | undefined {
    return this.#awaited.size === 0 ? undefined : Promise.all(this.#awaited);
  }

  /**
   * Returns the chosen version. While a selector is still choosing, returns the highest release, and `pending` is a
   * promise.
   */
  choose(
    versions: readonly [Definition, ...Definition[]],
    selectors: readonly VersionSelector[],
    request: Caller,
  ): Definition {
    const [first] = versions;
    const key = `${first.kind.name} ${first.name}`;
    const known = this.#choices.get(key);
    if (known instanceof Promise) return this.#awaitChoice(known, first);
    if (known !== undefined && versions.includes(known)) return known;
    const choice = firstChoice(versions, selectors, request);
    if (!isPromise(choice)) {
      this.#choices.set(key, choice ?? first);
      return choice ?? first;
    }
    const choosing = choice.then((chosen) => void this.#choices.set(key, chosen ?? first));
    this.#choices.set(key, choosing);
    return this.#awaitChoice(choosing, first);
  }

  /** Forgets the choices, unless they belong to an outer request. */
  forget(): void {
    if (!this.#isShared) choicesByBag.delete(this.#bag);
  }

  #awaitChoice(choice: Promise<void>, meanwhile: Definition): Definition {
    this.#awaited.add(choice);
    void choice.then(() => this.#awaited.delete(choice));
    return meanwhile;
  }
}

/** Returns the choice of the first selector that chooses a version. */
function firstChoice(
  versions: readonly Definition[],
  [select, ...others]: readonly VersionSelector[],
  request: Caller,
): Awaitable<Definition | undefined> {
  if (select === undefined) return undefined;
  const choice = chooseWith(select, versions, request);
  if (isPromise(choice)) return choice.then((chosen) => chosen ?? firstChoice(versions, others, request));
  return choice ?? firstChoice(versions, others, request);
}

function chooseWith(
  select: VersionSelector,
  versions: readonly Definition[],
  request: Caller,
): Awaitable<Definition | undefined> {
  const report = (error: unknown) => request.reportOnce(select, 'could not choose a version', error) as undefined;
  try {
    const choice = select(versions, request.context);
    if (!isPromise(choice)) return validateChoice(choice, versions);
    return Promise.resolve(choice)
      .then((chosen) => validateChoice(chosen, versions))
      .catch(report);
  } catch (error) {
    return report(error);
  }
}

/** @throws {TypeError} if a selector returns anything other than one of the versions or `undefined` */
function validateChoice(chosen: DefinitionInfo | undefined, versions: readonly Definition[]): Definition | undefined {
  const version = versions.find((each) => each === chosen);
  if (chosen === undefined || version !== undefined) return version;
  throw new TypeError('A selector must return one of the versions or undefined, but returned something else');
}
