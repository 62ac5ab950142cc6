import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

const LONGEST_WAIT_MS = 1_000;

/** Labels in a file that the processes of one host share. */
export class FileBackend implements LabelBackend {
  readonly title: string;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
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
    return new Ledger({
      ...emptyLedger(),
      ...(JSON.parse(text) as Partial<LedgerData>),
      ...parsedState(text, this.#file),
    });
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
    const names = (await readdir(this.#folder).catch(absent)) ?? [];
    const texts = await Promise.all(names.map((name) => readFile(join(this.#folder, name), 'utf8').catch(absent)));
    const announced = texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as Announced]));
    const now = Date.now();
    return announced.filter(({ until }) => until > now).map(({ id, serves }) => ({ id, serves: new Set(serves) }));
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

interface Announced {
  readonly id: string;
  readonly serves: readonly string[];
  readonly until: number;
}

/** Readers see the old text or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
