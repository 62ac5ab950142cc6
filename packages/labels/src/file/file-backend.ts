import { realpathSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LabelAddress, LabelMove, LabelState } from '../record/label-record.js';
import type { LabelOutcome, LabelWrite } from '../record/label-write.js';
import { parsedState } from '../record/parsed-state.js';
import { emptyLedger, Ledger, type LedgerData } from '../ledger/ledger.js';
import {
  ANNOUNCED_MS,
  type LabelBackend,
  type LabelEvents,
  type LabelInstance,
  type StoredState,
  type StoreHead,
} from '../store/label-backend.js';
import { locked } from './file-lock.js';
import { replaceFile } from './replaced-file.js';

const LONGEST_WAIT_MS = 1_000;

/** Labels in a file that the processes of one host share. */
export class FileBackend implements LabelBackend {
  readonly title: string;
  readonly #file: string;

  constructor(file: string) {
    this.#file = realPathOf(file);
    this.title = file;
  }

  async read({ begin }: { readonly begin: boolean }): Promise<StoredState | undefined> {
    const stored = (await this.#ledger()).read();
    if (stored !== undefined || !begin) return stored;
    return this.#change((ledger) => {
      ledger.begin();
      return ledger.read();
    });
  }

  async head(): Promise<StoreHead | undefined> {
    return (await this.#ledger()).head;
  }

  async next(cursor: string, signal: AbortSignal): Promise<LabelEvents | undefined> {
    const changed = this.#changed(signal);
    try {
      const before = (await this.#ledger()).eventsAfter(cursor);
      if (before === undefined || before.events.length > 0) return before;
      await changed.promise;
      return (await this.#ledger()).eventsAfter(cursor);
    } finally {
      changed.end();
    }
  }

  async write(write: LabelWrite): Promise<LabelOutcome> {
    const instances = await this.#instances();
    return this.#change((ledger) => ledger.write(write, instances));
  }

  async history(address: LabelAddress, limit: number): Promise<readonly LabelMove[]> {
    return (await this.#ledger()).history(address, limit);
  }

  async late(): Promise<void> {
    await this.#change((ledger) => ledger.late());
  }

  async protect(labels: readonly string[]): Promise<void> {
    await this.#change((ledger) => ledger.protect(labels));
  }

  async announce(instance: LabelInstance): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const { id, serves } = instance;
    const text = JSON.stringify({ id, serves: [...serves], until: Date.now() + ANNOUNCED_MS });
    await replaceFile(this.#fileOf(instance), text);
  }

  async reportLoss(): Promise<void> {
    await this.#change((ledger) => ledger.reportLoss());
  }

  async allowRestoring(): Promise<void> {
    await this.#change((ledger) => ledger.allowRestoring());
  }

  restore(state: LabelState): Promise<boolean> {
    return this.#change((ledger) => ledger.restore(state));
  }

  async close(instance: LabelInstance | undefined): Promise<void> {
    if (instance !== undefined) await rm(this.#fileOf(instance), { force: true });
  }

  async #ledger(): Promise<Ledger> {
    const text = await readFile(this.#file, 'utf8').catch(absent);
    if (text === undefined || text.trim() === '') return new Ledger(emptyLedger());
    const state = parsedState(text, this.title);
    return new Ledger({ ...emptyLedger(), ...(JSON.parse(text) as Partial<LedgerData>), ...state });
  }

  /** Changes the file in one step; leaves it alone if nothing has changed. */
  #change<Result>(work: (ledger: Ledger) => Result): Promise<Result> {
    return locked(this.#file, async () => {
      const ledger = await this.#ledger();
      const before = JSON.stringify(ledger.data);
      const result = work(ledger);
      if (JSON.stringify(ledger.data) !== before)
        await replaceFile(this.#file, `${JSON.stringify(ledger.data, undefined, 2)}\n`);
      return result;
    });
  }

  get #folder(): string {
    return `${this.#file}.instances`;
  }

  #fileOf({ id }: LabelInstance): string {
    return join(this.#folder, `${encodeURIComponent(id)}.json`);
  }

  async #instances(): Promise<readonly LabelInstance[]> {
    const names = ((await readdir(this.#folder).catch(absent)) ?? []).filter((name) => name.endsWith('.json'));
    const announced = await Promise.all(names.map((name) => this.#announced(join(this.#folder, name))));
    return announced.flatMap((instance) => instance ?? []);
  }

  /** Nothing if it is over, and if the text is broken, as after a power cut: then it is announced anew, or gone. */
  async #announced(file: string): Promise<LabelInstance | undefined> {
    const text = await readFile(file, 'utf8').catch(absent);
    const told = text === undefined ? undefined : announcementIn(text);
    if (told === undefined || told.until > Date.now()) return told;
    await rm(file, { force: true });
    return undefined;
  }

  #changed(signal: AbortSignal): { readonly promise: Promise<void>; readonly end: () => void } {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const watcher = watch(dirname(this.#file), { persistent: false }, (_, changed) => {
      if (changed === basename(this.#file)) resolve();
    });
    watcher.on('error', resolve);
    const timer = setTimeout(resolve, LONGEST_WAIT_MS);
    timer.unref();
    signal.addEventListener('abort', resolve, { once: true });
    const end = () => {
      watcher.close();
      clearTimeout(timer);
      signal.removeEventListener('abort', resolve);
    };
    return { promise, end };
  }
}

interface Announced extends LabelInstance {
  readonly until: number;
}

function announcementIn(text: string): Announced | undefined {
  try {
    const { id, serves, until } = JSON.parse(text) as Omit<Announced, 'serves'> & { readonly serves: string[] };
    return { id, serves: new Set(serves), until };
  } catch {
    return undefined;
  }
}

/** Links lead to one file, which has one lock. */
function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file; // It is made with the first move.
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
