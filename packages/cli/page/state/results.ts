import { withoutBoundaries } from '../content/fences.js';
import { type Shown, textIn } from './shown.js';
import { Store } from './store.js';

const MAX_KEPT = 30;
/** Faster results come from typing: only the last one is kept. */
const PAUSE_MS = 2000;

/** The results of an item during a visit. */
export class Results {
  /** Newest first. */
  readonly history = new Store<readonly Shown[]>([]);
  /** The result before the last save that has changed it. */
  readonly before = new Store<Shown | undefined>(undefined);
  #last: Shown | undefined;
  #isAfterSave = false;

  /** Notes a save: the next result may differ for the same values. */
  expectChange(): void {
    this.#isAfterSave = true;
  }

  add(shown: Shown): void {
    const former = this.#last;
    if (this.#isAfterSave && former !== undefined && hasChanged(former, shown)) this.before.set(former);
    const [last, ...others] = this.history.value;
    const isTyping = !this.#isAfterSave && last !== undefined && shown.at - last.at < PAUSE_MS;
    this.#isAfterSave = false;
    this.#last = shown;
    this.history.set([shown, ...(isTyping ? others : this.history.value)].slice(0, MAX_KEPT));
  }
}

/** Whether the same values gave a different result. */
function hasChanged(former: Shown, shown: Shown): boolean {
  return JSON.stringify(former.draft) === JSON.stringify(shown.draft) && comparable(former) !== comparable(shown);
}

function comparable({ answer }: Shown): string {
  return withoutBoundaries(textIn(answer));
}
