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
const COLLECTION_MS = 50;

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/** What is called for each kind: each listener has its own functions, because the same one may be added twice. */
type Listener = ReadonlyMap<KindName, () => void>;

/** Notifies listeners of changed lists, once per kind, unless nothing visible has changed. */
export class ListChanges {
  readonly #holder: RuntimeStateHolder;
  readonly #listeners = new Set<Listener>();
  readonly #turns = new Turns<() => void>((call) => call());
  /** By kind: the definitions that all listeners have seen, unless some may have seen others. */
  readonly #lastSeen = new Map<KindName, ServedDefinitions>();
  /** The kinds of which the listeners are about to be notified. */
  readonly #changedKinds = new Set<KindName>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the watches on the lists of readers and classes, and on selectors. */
  #endWatch: (() => void) | undefined;

  constructor(holder: RuntimeStateHolder) {
    this.#holder = holder;
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    if (this.#listeners.size === 0) for (const kind of KINDS) this.#lastSeen.set(kind, this.#holder.state.served);
    this.#endWatch ??= this.#watch();
    const functions = new Map(KINDS.map((kind) => [kind, () => void this.#call(listener, kind)]));
    this.#listeners.add(functions);
    return () => this.#remove(functions);
  }

  #remove(listener: Listener): void {
    if (!this.#listeners.delete(listener)) return;
    for (const call of listener.values()) this.#turns.delete(call);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changedKinds.clear();
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
      const seen = this.#lastSeen.get(kind);
      const isUnseen = before === seen || !before.catalogues[kind].isListed;
      // Otherwise, a caller may have seen a short-lived state.
      if (!isUnseen && (seen === undefined || !haveSameList(kind, before, seen))) this.#lastSeen.delete(kind);
      this.#schedule(kind);
    }
    this.#endWatch?.();
    this.#endWatch = this.#watch();
  }

  /** Notifies the listeners of a kind, even if callers see the same list. */
  announce(kind: KindName): void {
    if (this.#listeners.size === 0) return;
    this.#lastSeen.delete(kind);
    this.#schedule(kind);
  }

  #schedule(kind: KindName): void {
    this.#changedKinds.add(kind);
    this.#timer ??= setTimeout(() => this.#notify(), COLLECTION_MS);
    this.#timer.unref?.(); // A pending notification must not keep the process alive. Outside Node a timer is a number.
  }

  #notify(): void {
    this.#timer = undefined;
    const now = this.#holder.state.served;
    for (const kind of this.#changedKinds) {
      const seen = this.#lastSeen.get(kind);
      this.#lastSeen.set(kind, now);
      if (seen !== undefined && haveSameList(kind, now, seen)) continue;
      this.#holder.state.services.logger.debug?.(`The ${kind} list has changed: clients are notified`);
      this.#turns.add([...this.#listeners].flatMap((listener) => listener.get(kind) ?? []));
    }
    this.#changedKinds.clear();
  }

  /** A failing listener, synchronous or not, must not stop the others. */
  async #call(listener: (kind: KindName) => unknown, kind: KindName): Promise<void> {
    try {
      await listener(kind);
    } catch (error) {
      this.#holder.state.services.logger.error(`A listener for changes of the ${kind} list failed`, error);
    }
  }

  #watch(): () => void {
    const { resources, prompts } = this.#holder.state.served;
    const endLists = watchLists(
      resources.definitions,
      () => this.announce('resource'),
      () => this.#holder.state.services,
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
      this.#holder.state.services.logger.error(`Could not ${action}`, error);
      return undefined;
    }
  }

  /** Notifies the listeners of each kind in which a name has several versions. */
  #selectionChanged(isAffected: (kind: KindName, name: string) => boolean = () => true): void {
    const { catalogues } = this.#holder.state.served;
    for (const kind of KINDS)
      if (
        catalogues[kind].selectableNames.some(
          (name) => this.#attempt(COMPARE_VERSIONS, () => isAffected(kind, name)) ?? true,
        )
      )
        this.announce(kind);
  }
}

/** Whether callers see the same list in both; `false` if that is uncertain. */
function haveSameList(kind: KindName, a: ServedDefinitions, b: ServedDefinitions): boolean {
  // The tool list also depends on which clients get prompts as tools.
  if (kind === 'tool' && a.promptTools.setting !== b.promptTools.setting) return false;
  if (kind === 'resource' && !ServedResources.haveSameReaders(a.resources, b.resources)) return false;
  return haveSameEntries(a.catalogues[kind], b.catalogues[kind]);
}

const COMPARE_VERSIONS = 'decide whether the version of a name has changed';

/** Whether callers see the same list in both. Compares visibility tests and selectors by identity. */
function haveSameEntries(a: Catalogue, b: Catalogue): boolean {
  const [names, otherNames] = [a.names, b.names];
  if (names.length !== otherNames.length) return false;
  const isChosen = a.varies || b.varies; // Otherwise everyone sees the first version only.
  return names.every((name, position) => {
    if (name !== otherNames[position]) return false;
    const [first, second] = [a.versions(name), b.versions(name)];
    const count = isChosen ? Math.max(first.length, second.length) : 1;
    const isSame = count > 1 && (a.hasSelectors || b.hasSelectors) ? isSameForSelectors : isSameEntry;
    return first === second || Array.from({ length: count }).every((_, index) => isSame(first[index], second[index]));
  });
}

type MaybeDefinition = Definition | undefined;

/** Whether visibility and selectors treat two definitions the same. */
function isSameForSelectors(a: MaybeDefinition, b: MaybeDefinition): boolean {
  return isSameEntry(a, b) && labelsOf(a) === labelsOf(b);
}

function isSameEntry(a: MaybeDefinition, b: MaybeDefinition): boolean {
  if (a === undefined || b === undefined || a === b) return a === b;
  const hasSameEntry = a.entry === b.entry || JSON.stringify(a.entry) === JSON.stringify(b.entry);
  const isSameAsTool = a.asTool === b.asTool;
  return hasSameEntry && isSameAsTool && Visibility.isSame(a.visibility, b.visibility);
}

function labelsOf(definition: MaybeDefinition): string | undefined {
  return definition?.labels.toSorted().join();
}
