import type { Catalogue } from '../catalogue/catalogue.js';
import type { Definition } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import type { VersionSelector } from '../api/calls.js';
import type { KindName } from '../errors.js';
import type { Logger } from '../logging/logger.js';
import { PROMPT } from '../prompt/prompt.js';
import type { PromptTools } from '../prompt-tools/prompt-tools.js';
import type { RuntimeServices } from '../request/request.js';
import { RESOURCE } from '../resource/resource-kind.js';
import { ServedResources } from '../resource/served-resources.js';
import { TOOL } from '../tool/tool.js';
import { Turns } from '../turns.js';
import type { Served } from './runtime-state.js';

/** How long changes are collected into one notification, in milliseconds. */
const COLLECT_MS = 50;

/** The definitions of one kind, as callers see them. */
interface View {
  /** Whether it has been listed. */
  readonly isListed: boolean;
}

interface ChangeOptions<Seen extends View> {
  readonly kind: KindName;
  /** Returns what callers see now. */
  now(): Seen;
  /** Whether callers see the same in both. */
  areAlike(one: Seen, other: Seen): boolean;
}

/** The listeners for list changes of one kind. */
class ChangeListeners<Seen extends View> {
  readonly #listeners = new Set<() => void>();
  readonly #logger: () => Logger;
  readonly #options: ChangeOptions<Seen>;
  /** The view that all listeners have seen; `undefined` if they may have seen different ones. */
  #known: Seen | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;
  readonly #turns = new Turns<() => void>((listener) => void this.#call(listener));

  constructor(logger: () => Logger, options: ChangeOptions<Seen>) {
    this.#logger = logger;
    this.#options = options;
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    if (this.#listeners.size === 0) this.#known = this.#options.now();
    const own = () => listener(this.#options.kind); // The same listener may be added twice.
    this.#listeners.add(own);
    return () => this.#remove(own);
  }

  /**
   * Schedules a notification, which is dropped if nothing visible has changed by then.
   * @param before what callers saw until now
   */
  changed(before: Seen): void {
    if (this.#listeners.size === 0) return;
    const isKnown =
      before === this.#known || !before.isListed || (this.#known && this.#options.areAlike(before, this.#known));
    if (!isKnown) this.#known = undefined; // A caller has seen a short-lived state.
    this.#schedule();
  }

  /** Schedules a notification for a change that comparing cannot show. */
  changedInPlace(): void {
    this.#known = undefined;
    if (this.#listeners.size > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#due !== undefined) return;
    this.#due = setTimeout(() => this.#tell(), COLLECT_MS);
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

  #tell(): void {
    this.#due = undefined;
    const [told, now] = [this.#known, this.#options.now()];
    this.#known = now;
    if (told !== undefined && this.#options.areAlike(now, told)) return;
    this.#logger().debug?.(`The ${this.#options.kind} list has changed: clients are notified`);
    this.#turns.add(this.#listeners);
  }

  /** A failing listener, synchronous or not, must not stop the others. */
  async #call(listener: () => unknown): Promise<void> {
    try {
      await listener();
    } catch (error) {
      this.#logger().error(`A listener for changes of the ${this.#options.kind} list failed`, error);
    }
  }
}

/** Notifies listeners of changed lists, once per kind, unless nothing visible has changed. */
export class ListChanges {
  readonly #services: () => RuntimeServices;
  readonly #served: () => Served;
  readonly #prompts: ChangeListeners<Catalogue>;
  readonly #tools: ChangeListeners<PromptTools>;
  readonly #resources: ChangeListeners<ServedResources<Catalogue>>;
  /** Ends the watch on what readers and classes report of their lists. */
  #endWatch: (() => void) | undefined;
  #count = 0;

  constructor(services: () => RuntimeServices, served: () => Served) {
    const logger = () => services().logger;
    this.#services = services;
    this.#served = served;
    const prompts = { kind: PROMPT.name, now: () => served().prompts, areAlike: looksAlike };
    const tools = { kind: TOOL.name, now: () => served().promptTools, areAlike: areToolsAlike };
    const resources = { kind: RESOURCE.name, now: () => served().resources, areAlike: areResourcesAlike };
    this.#prompts = new ChangeListeners(logger, prompts);
    this.#tools = new ChangeListeners(logger, tools);
    this.#resources = new ChangeListeners(logger, resources);
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    this.#count += 1;
    this.#endWatch ??= this.#watch();
    const lists = [this.#prompts, this.#tools, this.#resources];
    const ends = [...lists.map((list) => list.add(listener)), () => this.#removed()];
    return () => {
      for (const end of ends.splice(0)) end();
    };
  }

  /** @param before the registry that was served until now */
  replaced(before: Served): void {
    this.#prompts.changed(before.prompts);
    this.#tools.changed(before.promptTools);
    this.#resources.changed(before.resources);
    if (this.#endWatch === undefined) return;
    this.#endWatch();
    this.#endWatch = this.#watch();
  }

  /** Tells the listeners of a kind, whatever callers see. */
  announce(kind: KindName): void {
    ({ prompt: this.#prompts, tool: this.#tools, resource: this.#resources })[kind].changedInPlace();
  }

  #watch(): () => void {
    const endLists = this.#served().resources.watchLists(() => this.#resources.changedInPlace(), this.#services);
    const ends = [endLists, ...this.#served().prompts.selectors.map((select) => this.#watchSelector(select))];
    return () => {
      for (const end of ends) this.#attempt('stop watching what a selector would choose', end);
    };
  }

  #watchSelector(select: VersionSelector): () => void {
    const changed: Parameters<NonNullable<VersionSelector['watch']>>[0] = (isAffected) => this.#chosenAnew(isAffected);
    const end = this.#attempt('watch what a selector would choose', () => select.watch?.(changed));
    return typeof end === 'function' ? end : () => {};
  }

  /** A selector of the application must not stop the others. */
  #attempt<T>(what: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#services().logger.error(`Could not ${what}`, error);
      return undefined;
    }
  }

  /** Notifies the listeners of each kind in which a name has several versions. */
  #chosenAnew(isAffected: (kind: KindName, name: string) => boolean = () => true): void {
    const { prompts, tools, resources } = this.#served();
    for (const [kind, catalogue] of [
      ['prompt', prompts],
      ['tool', tools],
      ['resource', resources.classes],
    ] as const)
      if (catalogue.chosenNames.some((name) => this.#attempt(AFFECTED, () => isAffected(kind, name)) ?? true))
        this.announce(kind);
  }

  #removed(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    this.#endWatch?.();
    this.#endWatch = undefined;
  }
}

const AFFECTED = 'decide whether the version of a name has changed';

function areResourcesAlike(one: ServedResources<Catalogue>, other: ServedResources<Catalogue>): boolean {
  return looksAlike(one.classes, other.classes) && ServedResources.haveSameReaders(one, other);
}

/** Whether callers see the same in both, as far as only tools determine it, and which clients get prompts as tools. */
function areToolsAlike(one: PromptTools, other: PromptTools): boolean {
  return looksAlike(one.tools, other.tools) && one.choice === other.choice;
}

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

type Compared = Definition | undefined;

/** Whether selectors cannot make a difference either. */
function isChosenAlike(one: Compared, other: Compared): boolean {
  return isSeenAlike(one, other) && labelsOf(one) === labelsOf(other);
}

function isSeenAlike(one: Compared, other: Compared): boolean {
  if (one === undefined || other === undefined || one === other) return one === other;
  const isSaidAlike = one.entry === other.entry || JSON.stringify(one.entry) === JSON.stringify(other.entry);
  const isToolAlike = one.asTool === other.asTool;
  return isSaidAlike && isToolAlike && Visibility.isSame(one.visibility, other.visibility);
}

function labelsOf(definition: Compared): string | undefined {
  return definition?.labels.toSorted().join();
}
