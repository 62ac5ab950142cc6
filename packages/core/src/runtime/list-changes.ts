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

class ChangeListeners {
  readonly #listeners = new Set<() => void>();
  readonly #kind: KindName;
  readonly #inside: RuntimeStateHolder;
  /** The definitions that all listeners have seen; `undefined` if some may have seen others. */
  #seen: ServedDefinitions | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #turns = new Turns<() => void>((listener) => void this.#call(listener));

  constructor(kind: KindName, inside: RuntimeStateHolder) {
    this.#kind = kind;
    this.#inside = inside;
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    if (this.#listeners.size === 0) this.#seen = this.#inside.state.served;
    const callListener = () => listener(this.#kind); // The same listener may be added twice.
    this.#listeners.add(callListener);
    return () => this.#remove(callListener);
  }

  /**
   * Schedules a notification, which is dropped if nothing visible has changed by then.
   * @param before what was served until now
   */
  changed(before: ServedDefinitions): void {
    if (this.#listeners.size === 0) return;
    const isSeen = before === this.#seen || !before.catalogues[this.#kind].isListed;
    // Otherwise, a caller may have seen a short-lived state.
    if (!isSeen && (this.#seen === undefined || !this.#areAlike(before, this.#seen))) this.#seen = undefined;
    this.#schedule();
  }

  /** Schedules a notification for a change that a comparison of definitions cannot find. */
  changedInPlace(): void {
    this.#seen = undefined;
    if (this.#listeners.size > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#notify(), COLLECT_MS);
    this.#timer.unref?.(); // A pending notification must not keep the process alive. Outside Node a timer is a number.
  }

  #remove(listener: () => void): void {
    this.#listeners.delete(listener);
    this.#turns.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#seen = undefined;
  }

  #notify(): void {
    this.#timer = undefined;
    const [seen, now] = [this.#seen, this.#inside.state.served];
    this.#seen = now;
    if (seen !== undefined && this.#areAlike(now, seen)) return;
    const { logger } = this.#inside.state.services;
    logger.debug?.(`The ${this.#kind} list has changed: clients are notified`);
    this.#turns.add(this.#listeners);
  }

  /** Whether callers see the same list in both; `false` if that is uncertain. */
  #areAlike(a: ServedDefinitions, b: ServedDefinitions): boolean {
    // The tool list also depends on which clients get prompts as tools.
    if (this.#kind === 'tool' && a.promptTools.choice !== b.promptTools.choice) return false;
    if (this.#kind === 'resource' && !ServedResources.haveSameReaders(a.resources, b.resources)) return false;
    return looksAlike(a.catalogues[this.#kind], b.catalogues[this.#kind]);
  }

  /** A failing listener, synchronous or not, must not stop the others. */
  async #call(listener: () => unknown): Promise<void> {
    try {
      await listener();
    } catch (error) {
      const { logger } = this.#inside.state.services;
      logger.error(`A listener for changes of the ${this.#kind} list failed`, error);
    }
  }
}

/** Notifies listeners of changed lists, once per kind, unless nothing visible has changed. */
export class ListChanges {
  readonly #inside: RuntimeStateHolder;
  readonly #lists: ReadonlyMap<KindName, ChangeListeners>;
  /** Ends the watches on the lists of readers and classes, and on selectors. */
  #endWatch: (() => void) | undefined;
  #count = 0;

  constructor(inside: RuntimeStateHolder) {
    this.#inside = inside;
    this.#lists = new Map(KINDS.map((kind) => [kind, new ChangeListeners(kind, inside)]));
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    this.#count += 1;
    this.#endWatch ??= this.#watch();
    const ends = [...Array.from(this.#lists.values(), (list) => list.add(listener)), () => this.#listenerRemoved()];
    return () => {
      for (const end of ends.splice(0)) end();
    };
  }

  /** @param before what was served until now */
  registryChanged(before: ServedDefinitions): void {
    for (const list of this.#lists.values()) list.changed(before);
    if (this.#endWatch === undefined) return;
    this.#endWatch();
    this.#endWatch = this.#watch();
  }

  /** Notifies the listeners of a kind, even if callers see the same list. */
  announce(kind: KindName): void {
    this.#lists.get(kind)?.changedInPlace();
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

  #listenerRemoved(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    this.#endWatch?.();
    this.#endWatch = undefined;
  }
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
    const areAlike = count > 1 && (a.hasSelectors || b.hasSelectors) ? isChosenAlike : isSeenAlike;
    return first === second || Array.from({ length: count }).every((_, index) => areAlike(first[index], second[index]));
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
