import type { ElicitResult } from '@cuecard/core';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { type Draft, type DraftValue, type Path, withValue } from '../form/draft.js';
import { type Refusal, refusalIn } from '../form/errors.js';
import type { Field } from '../form/field.js';
import { draftOf } from '../form/typed.js';
import { secretsIn, withoutSecrets } from '../form/values.js';
import { Asking, type Question } from './asking.js';
import type { ItemAddress } from './address.js';
import { Drafts } from './drafts.js';
import { type Page, wordsOf } from './page.js';
import { fieldsIn, readDraft, requestOf } from './request.js';
import { Results } from './results.js';
import type { Shown } from './shown.js';
import { Store } from './store.js';

/** The state of a run. The last good result stays in sight. */
export interface Run {
  readonly isUnderWay: boolean;
  readonly shown?: Shown | undefined;
  /** The error of the last call, if it failed. */
  readonly refusal?: Refusal | undefined;
  /** The labels of empty required fields. */
  readonly missing: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
}

const WAIT_MS = 160;
const NOTHING = { missing: [], faults: new Map<string, string>(), questions: [], refusal: undefined } as const;

/** An item with its form and its results. */
export class Workbench {
  readonly detail = new Store<DefinitionDetail | undefined>(undefined);
  readonly problem = new Store<string | undefined>(undefined);
  readonly draft = new Store<Draft>({});
  readonly run = new Store<Run>({ isUnderWay: false, ...NOTHING });
  readonly results = new Results();
  readonly asking = new Asking();
  readonly #page: Page;
  readonly #address: ItemAddress;
  readonly #drafts: Drafts;
  #fields: readonly Field[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading = new AbortController();
  #current = new AbortController();

  constructor(page: Page, address: ItemAddress) {
    this.#page = page;
    this.#address = address;
    this.#drafts = new Drafts(page.project.value?.name ?? '');
    this.draft.set(address.values ?? this.#drafts.of(this.#key) ?? {});
  }

  /** The requested name, with or without a version. */
  get name(): string {
    return this.#address.name;
  }

  get fields(): readonly Field[] {
    return this.#fields;
  }

  /** Asks what the item is, now or again after a change, and renders it. */
  async load(): Promise<void> {
    const { kind, name } = this.#address;
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    try {
      const detail = await this.#page.api.definition(kind, name, signal);
      if (signal.aborted) return;
      this.#fields = fieldsIn(detail);
      if (this.detail.value !== undefined) this.results.expectChange();
      this.problem.set(undefined);
      this.detail.set(detail);
      this.#note(); // An address that someone has pasted may hold secrets.
      if (!isAskedFirst(detail)) await this.send();
    } catch (error) {
      if (!signal.aborted) this.problem.set(wordsOf(error));
    }
  }

  set(path: Path, value: DraftValue | undefined): void {
    this.#change(withValue(this.draft.value, path, value));
  }

  /** Fills the form with values, such as those of a sample or a log. */
  fillIn(values: Readonly<Record<string, unknown>>): void {
    this.restore(draftOf(this.#fields, values));
  }

  /** Restores an earlier draft. Current secrets stay, because drafts are stored without them. */
  restore(draft: Draft): void {
    this.#change({ ...secretsIn(this.#fields, this.draft.value), ...draft });
  }

  clear(): void {
    this.#change({});
  }

  /** Calls the item with what stands in the form. A tool asks anew each time: what was agreed to was one call. */
  async send(): Promise<void> {
    if (this.detail.value?.kind === 'tool') this.asking.forget();
    await this.#call();
  }

  async #call(): Promise<void> {
    clearTimeout(this.#timer);
    const { value: detail } = this.detail;
    const { value: draft } = this.draft;
    if (detail === undefined) return;
    this.#note();
    this.#current.abort();
    const { values, missing, faults } = readDraft(detail, this.#fields, draft);
    const { shown } = this.run.value;
    if (missing.length > 0 || faults.size > 0)
      return this.run.set({ ...NOTHING, isUnderWay: false, shown, missing, faults });
    const { signal } = (this.#current = new AbortController());
    this.run.set({ ...this.run.value, isUnderWay: true, missing, faults });
    const { name } = this.#address;
    const outcome = await this.#outcome(requestOf(detail, name, values), { draft, name, signal });
    if (!signal.aborted) this.run.set({ ...NOTHING, isUnderWay: false, shown, ...outcome });
  }

  /** Cancels the current call. */
  stop(): void {
    this.#current.abort();
    this.run.set({ ...this.run.value, isUnderWay: false });
  }

  async reply(question: Question, result: ElicitResult): Promise<void> {
    this.asking.learn(question, result);
    await this.#call();
  }

  /** Stops what is under way: the item is no longer looked at. */
  close(): void {
    clearTimeout(this.#timer);
    this.#loading.abort();
    this.#current.abort();
  }

  async #outcome(
    request: ReturnType<typeof requestOf>,
    { draft, name, signal }: { readonly draft: Draft; readonly name: string; readonly signal: AbortSignal },
  ): Promise<Partial<Run>> {
    try {
      const { answer, questions } = await this.asking.ask(this.#page.mcp, request, signal);
      if (questions.length > 0) return { questions };
      const refusal = refusalIn(answer);
      if (refusal !== undefined) return { refusal };
      if (signal.aborted) return {};
      const shown = { answer, draft, name, at: Date.now() };
      this.results.add({ ...shown, draft: withoutSecrets(this.#fields, draft) });
      return { shown };
    } catch (error) {
      return { refusal: { message: wordsOf(error), errors: [] } };
    }
  }

  #change(draft: Draft): void {
    this.draft.set(draft);
    this.#drafts.keep(this.#key, this.kept);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { value: detail } = this.detail;
      if (detail !== undefined && !isAskedFirst(detail)) void this.send();
      else this.#note();
    }, WAIT_MS);
  }

  /** Adds the draft to the address. */
  #note(): void {
    const { kind, name } = this.#address;
    const { tab } = this.#page.address.value as ItemAddress;
    this.#page.note({ kind, name, ...(tab && { tab }), values: this.kept });
  }

  /** The draft without secrets. */
  get kept(): Draft {
    return withoutSecrets(this.#fields, this.draft.value);
  }

  get #key(): string {
    return `${this.#address.kind}/${this.#address.name.split('@')[0]}`;
  }
}

/** Tools are called when someone says so, prompts and resources while one types. */
function isAskedFirst({ kind }: DefinitionDetail): boolean {
  return kind === 'tool';
}
