import type { Catalogue } from '../catalogue/catalogue.js';
import { ChangeListeners } from '../catalogue/change-listeners.js';
import { looksAlike } from '../catalogue/comparison.js';
import type { VersionSelector } from '../api/calls.js';
import type { KindName } from '../errors.js';
import { PROMPT } from '../prompt/prompt.js';
import type { ToolList } from '../prompt-tools/tool-list.js';
import type { RuntimeServices } from '../request/request.js';
import { RESOURCE } from '../resource/resource-kind.js';
import { ServedResources } from '../resource/served-resources.js';
import { TOOL } from '../tool/tool.js';
import type { Served } from './runtime-state.js';

/** Notifies listeners of changed lists, once per kind, unless nothing visible has changed. */
export class ListChanges {
  readonly #services: () => RuntimeServices;
  readonly #served: () => Served;
  readonly #prompts: ChangeListeners<Catalogue>;
  readonly #tools: ChangeListeners<ToolList>;
  readonly #resources: ChangeListeners<ServedResources<Catalogue>>;
  /** Ends the watch on what readers and classes report of their lists. */
  #endWatch: (() => void) | undefined;
  #count = 0;

  constructor(services: () => RuntimeServices, served: () => Served) {
    const logger = () => services().logger;
    this.#services = services;
    this.#served = served;
    const prompts = { kind: PROMPT.name, now: () => served().prompts, areAlike: looksAlike };
    const areToolsAlike = (one: ToolList, other: ToolList) => one.looksAlike(other);
    const tools = { kind: TOOL.name, now: () => served().toolList, areAlike: areToolsAlike };
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
    this.#tools.changed(before.toolList);
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
