import type { Catalogue } from '../catalogue/catalogue.js';
import type { Definition } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import type { VersionSelector } from '../api/calls.js';
import type { KindName } from '../errors.js';
import { watchLists } from '../resource/resource-subscriptions.js';
import { ServedResources } from '../resource/served-resources.js';
import { Turns } from '../listener-queue.js';
import type { RuntimeStateHolder, ServedDefinitions } from './runtime-state.js';

/** How long changes are collected into one notification, in milliseconds. */
const COLLECT_MS = 50;

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/** What is called for each kind: each listener has its own functions, because the same one may be added twice. */
type Listener = ReadonlyMap<KindName, () => void>;

/** Notifies listeners of changed lists, once per kind, unless nothing visible has changed. */
export class ListChanges {
  readonly #inside: RuntimeStateHolder;
  readonly #listeners = new Set<Listener>();
  readonly #turns = new Turns<() => void>((call) => call());
  /** By kind: the definitions that all listeners have seen, unless some may have seen others. */
  readonly #seen = new Map<KindName, ServedDefinitions>();
  /** The kinds of which the listeners are about to be notified. */
  readonly #due = new Set<KindName>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the watches on the lists of readers and classes, and on selectors. */
  #endWatch: (() => void) | undefined;

  constructor(inside: RuntimeStateHolder) {
    this.#inside = inside;
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    if (this.#listeners.size === 0) for (const kind of KINDS) this.#seen.set(kind, this.#inside.state.served);
    this.#endWatch ??= this.#watch();
    const own = new Map(KINDS.map((kind) => [kind, () => void this.#call(listener, kind)]));
    this.#listeners.add(own);
    return () => this.#remove(own);
  }

  #remove(listener: Listener): void {
    if (!this.#listeners.delete(listener)) return;
    for (const call of listener.values()) this.#turns.delete(call);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due.clear();
    this.#endWatch?.();
    this.#endWatch = undefined;
  }

  /**
   * Schedules notifications, which are dropped if nothing visible has changed by then.
   * @param before what was served until now
   */
  registryChanged(before: ServedDefinitions): void {
    if (this.#listeners.size === 0) return;
    for (const kind of KINDS) {
      const seen = this.#seen.get(kind);
      const isSeen = before === seen || !before.catalogues[kind].isListed;
      // Otherwise, a caller may have seen a short-lived state.
      if (!isSeen && (seen === undefined || !areAlike(kind, before, seen))) this.#seen.delete(kind);
      this.#schedule(kind);
    }
    this.#endWatch?.();
    this.#endWatch = this.#watch();
  }

  /** Notifies the listeners of a kind, even if callers see the same list. */
  announce(kind: KindName): void {
    if (this.#listeners.size === 0) return;
    this.#seen.delete(kind);
    this.#schedule(kind);
  }

  #schedule(kind: KindName): void {
    this.#due.add(kind);
    this.#timer ??= setTimeout(() => this.#notify(), COLLECT_MS);
    this.#timer.unref?.(); // A pending notification must not keep the process alive. Outside Node a timer is a number.
  }

  #notify(): void {
    this.#timer = undefined;
    const now = this.#inside.state.served;
    for (const kind of this.#due) {
      const seen = this.#seen.get(kind);
      this.#seen.set(kind, now);
      if (seen !== undefined && areAlike(kind, now, seen)) continue;
      this.#inside.state.services.logger.debug?.(`The ${kind} list has changed: clients are notified`);
      this.#turns.add([...this.#listeners].flatMap((listener) => listener.get(kind) ?? []));
    }
    this.#due.clear();
  }

  /** A failing listener, synchronous or not, must not stop the others. */
  async #call(listener: (kind: KindName) => unknown, kind: KindName): Promise<void> {
    try {
      await listener(kind);
    } catch (error) {
      this.#inside.state.services.logger.error(`A listener for changes of the ${kind} list failed`, error);
    }
  }

  #watch(): () => void {
    const { resources, prompts } = this.#inside.state.served;
    const endLists = watchLists(
      resources.definitions,
      () => this.announce('resource'),
      () => this.#inside.state.services,
    );
    const ends = [endLists, ...prompts.selectors.map((select) => this.#watchSelector(select))];
    return () => {
      for (const end of ends) this.#attempt('stop watching what a selector would choose', end);
    };
  }

  #watchSelector(select: VersionSelector): () => void {
    const changed: Parameters<NonNullable<VersionSelector['watch']>>[0] = (isAffected) =>
      this.#selectionChanged(isAffected);
    const end = this.#attempt('watch what a selector would choose', () => select.watch?.(changed));
    return typeof end === 'function' ? end : () => {};
  }

  /** A selector of the application must not stop the others. */
  #attempt<T>(action: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#inside.state.services.logger.error(`Could not ${action}`, error);
      return undefined;
    }
  }

  /** Notifies the listeners of each kind in which a name has several versions. */
  #selectionChanged(isAffected: (kind: KindName, name: string) => boolean = () => true): void {
    const { catalogues } = this.#inside.state.served;
    for (const kind of KINDS)
      if (
        catalogues[kind].selectableNames.some((name) => this.#attempt(AFFECTED, () => isAffected(kind, name)) ?? true)
      )
        this.announce(kind);
  }
}

/** Whether callers see the same list in both; `false` if that is uncertain. */
function areAlike(kind: KindName, a: ServedDefinitions, b: ServedDefinitions): boolean {
  // The tool list also depends on which clients get prompts as tools.
  if (kind === 'tool' && a.promptTools.choice !== b.promptTools.choice) return false;
  if (kind === 'resource' && !ServedResources.haveSameReaders(a.resources, b.resources)) return false;
  return looksAlike(a.catalogues[kind], b.catalogues[kind]);
}

const AFFECTED = 'decide whether the version of a name has changed';

/** Whether callers see the same list in both. Compares visibility tests and selectors by identity. */
function looksAlike(a: Catalogue, b: Catalogue): boolean {
  const [names, otherNames] = [a.names, b.names];
  if (names.length !== otherNames.length) return false;
  const isChosen = a.varies || b.varies; // Otherwise everyone sees the first version only.
  return names.every((name, position) => {
    if (name !== otherNames[position]) return false;
    const [first, second] = [a.versions(name), b.versions(name)];
    const count = isChosen ? Math.max(first.length, second.length) : 1;
    const isAlike = count > 1 && (a.hasSelectors || b.hasSelectors) ? isChosenAlike : isSeenAlike;
    return first === second || Array.from({ length: count }).every((_, index) => isAlike(first[index], second[index]));
  });
}

type MaybeDefinition = Definition | undefined;

/** Whether visibility and selectors treat two definitions the same. */
function isChosenAlike(a: MaybeDefinition, b: MaybeDefinition): boolean {
  return isSeenAlike(a, b) && labelsOf(a) === labelsOf(b);
}

function isSeenAlike(a: MaybeDefinition, b: MaybeDefinition): boolean {
  if (a === undefined || b === undefined || a === b) return a === b;
  const hasSameEntry = a.entry === b.entry || JSON.stringify(a.entry) === JSON.stringify(b.entry);
  const isSameAsTool = a.asTool === b.asTool;
  return hasSameEntry && isSameAsTool && Visibility.isSame(a.visibility, b.visibility);
}

function labelsOf(definition: MaybeDefinition): string | undefined {
  return definition?.labels.toSorted().join();
}
