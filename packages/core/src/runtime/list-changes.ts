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
  /** The lists that all listeners have seen; `undefined` if they may have seen different ones. */
  #known: ServedDefinitions | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;
  readonly #turns = new Turns<() => void>((listener) => void this.#call(listener));

  constructor(kind: KindName, inside: RuntimeStateHolder) {
    this.#kind = kind;
    this.#inside = inside;
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    if (this.#listeners.size === 0) this.#known = this.#inside.state.served;
    const own = () => listener(this.#kind); // The same listener may be added twice.
    this.#listeners.add(own);
    return () => this.#remove(own);
  }

  /**
   * Schedules a notification, which is dropped if nothing visible has changed by then.
   * @param before what was served until now
   */
  changed(before: ServedDefinitions): void {
    if (this.#listeners.size === 0) return;
    const isKnown = before === this.#known || !before.catalogues[this.#kind].isListed;
    // Otherwise, a caller may have seen a short-lived state.
    if (!isKnown && (this.#known === undefined || !this.#areAlike(before, this.#known))) this.#known = undefined;
    this.#schedule();
  }

  /** Schedules a notification for a change that comparing cannot show. */
  changedInPlace(): void {
    this.#known = undefined;
    if (this.#listeners.size > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#due !== undefined) return;
    this.#due = setTimeout(() => this.#notify(), COLLECT_MS);
    this.#due.unref?.(); // A pending notification must not keep the process alive. Outside Node a timer is a number.
  }

  #remove(listener: () => void): void {
    this.#listeners.delete(listener);
    this.#turns.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#known = undefined;
  }

  #notify(): void {
    this.#due = undefined;
    const [known, now] = [this.#known, this.#inside.state.served];
    this.#known = now;
    if (known !== undefined && this.#areAlike(now, known)) return;
    const { logger } = this.#inside.state.services;
    logger.debug?.(`The ${this.#kind} list has changed: clients are notified`);
    this.#turns.add(this.#listeners);
  }

  /** Whether callers see the same list in both, as far as can be determined. */
  #areAlike(one: ServedDefinitions, other: ServedDefinitions): boolean {
    // As far as only tools determine it, and which clients get prompts as tools.
    if (this.#kind === 'tool' && one.promptTools.choice !== other.promptTools.choice) return false;
    if (this.#kind === 'resource' && !ServedResources.haveSameReaders(one.resources, other.resources)) return false;
    return looksAlike(one.catalogues[this.#kind], other.catalogues[this.#kind]);
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
  /** Ends the watch on what readers and classes report of their lists. */
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
      if (catalogues[kind].chosenNames.some((name) => this.#attempt(AFFECTED, () => isAffected(kind, name)) ?? true))
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

/** Whether callers see the same in both, as far as can be determined: tests and selectors are compared by identity. */
function looksAlike(one: Catalogue, other: Catalogue): boolean {
  const [ours, theirs] = [one.names, other.names];
  if (ours.length !== theirs.length) return false;
  const isChosen = one.varies || other.varies; // Otherwise everyone sees the first version only.
  return ours.every((name, at) => {
    if (name !== theirs[at]) return false;
    const [left, right] = [one.versions(name), other.versions(name)];
    const count = isChosen ? Math.max(left.length, right.length) : 1;
    const areAlike = count > 1 && (one.hasSelectors || other.hasSelectors) ? isChosenAlike : isSeenAlike;
    return left === right || Array.from({ length: count }).every((_, index) => areAlike(left[index], right[index]));
  });
}

type MaybeDefinition = Definition | undefined;

/** Whether neither visibility nor selectors can tell the two apart. */
function isChosenAlike(one: MaybeDefinition, other: MaybeDefinition): boolean {
  return isSeenAlike(one, other) && labelsOf(one) === labelsOf(other);
}

function isSeenAlike(one: MaybeDefinition, other: MaybeDefinition): boolean {
  if (one === undefined || other === undefined || one === other) return one === other;
  const hasSameEntry = one.entry === other.entry || JSON.stringify(one.entry) === JSON.stringify(other.entry);
  const isSameAsTool = one.asTool === other.asTool;
  return hasSameEntry && isSameAsTool && Visibility.isSame(one.visibility, other.visibility);
}

function labelsOf(definition: MaybeDefinition): string | undefined {
  return definition?.labels.toSorted().join();
}
