import { withoutBoundaries } from '../content/fences.js';
import { type ItemResult, textIn } from './item-result.js';
import { Store } from './store.js';

const MAX_RESULTS = 30;
/** A faster result replaces the last one: the user is typing. */
const PAUSE_MS = 2000;

/** The results of an item during a visit. */
export class Results {
  /** Newest first. */
  readonly history = new Store<readonly ItemResult[]>([]);
  /** The result before the last save that changed it. */
  readonly before = new Store<ItemResult | undefined>(undefined);
  #isAfterSave = false;

  /** Called after a save: the next result may differ for the same values. */
  expectChange(): void {
    this.#isAfterSave = true;
  }

  add(result: ItemResult): void {
    const [last, ...others] = this.history.value;
    const isTyping = !this.#isAfterSave && last !== undefined && result.at - last.at < PAUSE_MS;
    if (this.#isAfterSave && last !== undefined && hasChanged(last, result)) this.before.set(last);
    this.#isAfterSave = false;
    this.history.set([result, ...(isTyping ? others : this.history.value)].slice(0, MAX_RESULTS));
  }
}

/** Whether the same values gave a different result. */
function hasChanged(former: ItemResult, result: ItemResult): boolean {
  return JSON.stringify(former.draft) === JSON.stringify(result.draft) && comparable(former) !== comparable(result);
}

function comparable({ answer }: ItemResult): string {
  return withoutBoundaries(textIn(answer));
}
