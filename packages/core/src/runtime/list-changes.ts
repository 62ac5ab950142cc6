import type { Catalogue } from '../catalogue/catalogue.js';
import type { Definition } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import type { VersionSelector } from '../api/calls.js';
import type { KindName } from '../errors.js';
import { watchLists } from '../resource/resource-subscriptions.js';
import { ServedResources } from '../resource/served-resources.js';
import { ListenerQueue } from '../listener-queue.js';
import type { RuntimeStateHolder, ServedDefinitions } from './runtime-state.js';

/** The time during which changes are collected into one notification, in milliseconds. */
const COLLECTION_MS = 50;

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/**
 * The functions that call a listener, by kind. Each `add` creates new functions, because the same listener may be added
 * twice.
 */
type Listener = ReadonlyMap<KindName, () => void>;

/** Notifies listeners of changed lists, once per kind, unless nothing visible has changed. */
export class ListChanges {
  readonly #holder: RuntimeStateHolder;
  readonly #listeners = new Set<Listener>();
  readonly #queue = new ListenerQueue<() => void>((call) => call());
  /** The definitions that all listeners saw last, by kind; missing if some listeners may have seen different ones. */
  readonly #lastSeen = new Map<KindName, ServedDefinitions>();
  /** The kinds of lists to report next. */
  readonly #changedKinds = new Set<KindName>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the watches on lists and selectors. */
  #endWatch: (() => void) | undefined;

  constructor(holder: RuntimeStateHolder) {
    this.#holder = holder;
  }

  add(listener: (kind: KindName) => void): () => void {
    if (this.#listeners.size === 0) for (const kind of KINDS) this.#lastSeen.set(kind, this.#holder.state.served);
    this.#endWatch ??= this.#watch();
    const functions = new Map(KINDS.map((kind) => [kind, () => void this.#call(listener, kind)]));
    this.#listeners.add(functions);
    return () => this.#remove(functions);
  }

  #remove(listener: Listener): void {
    if (!this.#listeners.delete(listener)) return;
    for (const call of listener.values()) this.#queue.delete(call);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changedKinds.clear();
    this.#endWatch?.();
    this.#endWatch = undefined;
  }

  /**
   * Schedules notifications. When a notification is due and nothing visible has changed, it is dropped.
   * @param before the definitions that were served until now
   */
  onRegistryChange(before: ServedDefinitions): void {
    if (this.#listeners.size === 0) return;
    for (const kind of KINDS) {
      const seen = this.#lastSeen.get(kind);
      const isUnchanged = before === seen || !before.catalogues[kind].isListed;
      // A caller may have seen `before`, even if it was served only for a short time.
      if (!isUnchanged && (seen === undefined || !haveSameList(kind, before, seen))) this.#lastSeen.delete(kind);
      this.#schedule(kind);
    }
    this.#endWatch?.();
    this.#endWatch = this.#watch();
  }

  /** Notifies listeners that a list has changed, even if its entries are the same. */
  announce(kind: KindName): void {
    if (this.#listeners.size === 0) return;
    this.#lastSeen.delete(kind);
    this.#schedule(kind);
  }

  #schedule(kind: KindName): void {
    this.#changedKinds.add(kind);
    this.#timer ??= setTimeout(() => this.#notify(), COLLECTION_MS);
    this.#timer.unref?.(); // The timer must not keep the process alive. On some platforms a timer is a number.
  }

  #notify(): void {
    this.#timer = undefined;
    const now = this.#holder.state.served;
    for (const kind of this.#changedKinds) {
      const seen = this.#lastSeen.get(kind);
      this.#lastSeen.set(kind, now);
      if (seen !== undefined && haveSameList(kind, now, seen)) continue;
      this.#holder.state.services.logger.debug?.(`The ${kind} list has changed: clients are notified`);
      this.#queue.add([...this.#listeners].flatMap((listener) => listener.get(kind) ?? []));
    }
    this.#changedKinds.clear();
  }

  /** Calls a listener. If it fails, the other listeners must still be called. */
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
    const endFunctions = [endLists, ...prompts.selectors.map((select) => this.#watchSelector(select))];
    return () => {
      for (const end of endFunctions) this.#attempt('stop watching a version selector', end);
    };
  }

  #watchSelector(select: VersionSelector): () => void {
    const onChange: Parameters<NonNullable<VersionSelector['watch']>>[0] = (isAffected) =>
      this.#notifySelectionChange(isAffected);
    const end = this.#attempt('watch a version selector', () => select.watch?.(onChange));
    return typeof end === 'function' ? end : () => {};
  }

  /** Calls a selector's function. If it fails, the other selectors must still be called. */
  #attempt<T>(action: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#holder.state.services.logger.error(`Could not ${action}`, error);
      return undefined;
    }
  }

  /** Notifies listeners of each kind in which the change affects a name with several versions. */
  #notifySelectionChange(isAffected: (kind: KindName, name: string) => boolean = () => true): void {
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

/** Whether callers see the same list in both states; `false` if in doubt. */
function haveSameList(kind: KindName, a: ServedDefinitions, b: ServedDefinitions): boolean {
  // The setting adds prompts to the list of tools.
  if (kind === 'tool' && a.promptTools.setting !== b.promptTools.setting) return false;
  if (kind === 'resource' && !ServedResources.haveSameReaders(a.resources, b.resources)) return false;
  return haveSameEntries(a.catalogues[kind], b.catalogues[kind]);
}

const COMPARE_VERSIONS = 'determine whether a version selector would choose differently';

/**
 * Whether both catalogues have the same entries for all callers. Compares visibility tests and selectors by identity.
 */
function haveSameEntries(a: Catalogue, b: Catalogue): boolean {
  const [names, otherNames] = [a.names, b.names];
  if (names.length !== otherNames.length) return false;
  const isChosen = a.variesByCaller || b.variesByCaller; // Otherwise all callers see the first version.
  return names.every((name, position) => {
    if (name !== otherNames[position]) return false;
    const [first, second] = [a.versions(name), b.versions(name)];
    const count = isChosen ? Math.max(first.length, second.length) : 1;
    const isSame = count > 1 && (a.hasSelectors || b.hasSelectors) ? isSameForSelectors : isSameEntry;
    return first === second || Array.from({ length: count }).every((_, index) => isSame(first[index], second[index]));
  });
}

type MaybeDefinition = Definition | undefined;

/** Whether visibility and selectors treat two definitions alike. */
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
