import type { ElicitResult } from '@cuecard/core';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { type Draft, type DraftValue, type Path, withValue } from '../form/draft.js';
import { type Refusal, refusalIn } from '../form/errors.js';
import type { Field } from '../form/field.js';
import { draftOf } from '../form/typed.js';
import { secretsIn, withoutSecrets } from '../form/values.js';
import { Asking, type Question } from './asking.js';
import type { Exchange, McpRequest, Params } from '../server/mcp.js';
import type { ItemAddress } from './address.js';
import { keepDraft, keptDraft } from './drafts.js';
import { type Page, wordsOf } from './page.js';
import { editedRequest, fieldsIn, maskedRequest, readDraft, requestOf } from './request.js';
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
  /** Whether the server asks the user something, which it may once someone renders the item explicitly. */
  readonly asksFirst?: boolean;
}

const WAIT_MS = 160;
const MAX_EXCHANGES = 30;
const NOTHING = {
  missing: [],
  faults: new Map<string, string>(),
  questions: [],
  refusal: undefined,
  asksFirst: false,
} as const;

/** An item with its form and its results. */
export class Workbench {
  readonly detail = new Store<DefinitionDetail | undefined>(undefined);
  readonly problem = new Store<string | undefined>(undefined);
  readonly draft = new Store<Draft>({});
  readonly run = new Store<Run>({ isUnderWay: false, ...NOTHING });
  readonly results = new Results();
  readonly asking = new Asking();
  /** The last requests of the item, newest first. */
  readonly exchanges = new Store<readonly Exchange[]>([]);
  /** The requests with their secrets, by the requests that are shown. */
  readonly #requests = new WeakMap<McpRequest, McpRequest>();
  readonly #page: Page;
  readonly #address: ItemAddress;
  #fields: readonly Field[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading = new AbortController();
  #current = new AbortController();

  constructor(page: Page, address: ItemAddress) {
    this.#page = page;
    this.#address = address;
    this.draft.set(address.values ?? keptDraft(this.key) ?? {});
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
      if (detail.kind !== 'tool') await this.#call(false);
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

  /** Calls the item with the values of the form, because the user says so. A tool asks its questions each time. */
  async send(): Promise<void> {
    if (this.detail.value?.kind === 'tool') this.asking.forget();
    await this.#call(true);
  }

  /** Sends a request again, with other params. */
  async replay(exchange: Exchange, edited: Params): Promise<void> {
    const { value: detail } = this.detail;
    const { request: shown } = exchange;
    const request = this.#requests.get(shown) ?? shown;
    if (detail === undefined) return;
    const { method, params, headers } = editedRequest(detail, { request, masked: shown.params }, edited);
    const options = { headers, shown: { ...shown, params: edited }, canAsk: true };
    await this.#page.mcp.call(method, params, { ...options, watch: this.#watch });
  }

  /** @param mayAsk whether the server may ask the user */
  async #call(mayAsk: boolean): Promise<void> {
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
    // A question that is open stays open.
    const canAsk = mayAsk || this.run.value.questions.length > 0;
    const outcome = await this.#outcome(requestOf(detail, name, values), { detail, draft, name, signal, canAsk });
    if (!signal.aborted) this.run.set({ ...NOTHING, isUnderWay: false, shown, ...outcome });
  }

  /** Cancels the current call. */
  stop(): void {
    this.#current.abort();
    this.run.set({ ...this.run.value, isUnderWay: false });
  }

  async reply(question: Question, result: ElicitResult): Promise<void> {
    this.asking.learn(question, result);
    await this.#call(true);
  }

  /** Stops what is under way: the item is no longer looked at. */
  close(): void {
    clearTimeout(this.#timer);
    this.#loading.abort();
    this.#current.abort();
  }

  async #outcome(request: McpRequest, { detail, draft, name, signal, canAsk }: Call): Promise<Partial<Run>> {
    try {
      const shown = maskedRequest(detail, name, draft);
      const { answer, questions } = await this.asking.ask(this.#page.mcp, request, {
        signal,
        shown,
        canAsk: canAsk || this.asking.hasAnswers,
        watch: this.#watch,
      });
      if (questions.length > 0) return canAsk ? { questions } : { asksFirst: true };
      const refusal = refusalIn(answer);
      if (refusal !== undefined) return isQuestion(refusal) ? { asksFirst: true } : { refusal };
      if (signal.aborted) return {};
      const result = { answer, draft, name, at: Date.now() };
      this.results.add({ ...result, draft: withoutSecrets(this.#fields, draft) });
      return { shown: result };
    } catch (error) {
      return { refusal: { message: wordsOf(error), errors: [] } };
    }
  }

  readonly #watch = (exchange: Exchange, request: McpRequest): void => {
    this.#requests.set(exchange.request, request);
    const { value: exchanges } = this.exchanges;
    const index = exchanges.findIndex(({ id }) => id === exchange.id);
    const news = index < 0 ? [exchange, ...exchanges] : exchanges.with(index, exchange);
    this.exchanges.set(news.slice(0, MAX_EXCHANGES));
  };

  #change(draft: Draft): void {
    this.draft.set(draft);
    keepDraft(this.key, this.kept);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { value: detail } = this.detail;
      if (detail !== undefined && detail.kind !== 'tool') void this.#call(false);
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

  /** The item among those of all projects that take turns at this address. */
  get key(): string {
    const { kind, name } = this.#address;
    return `cuecard:${this.#page.project.value?.name}:${kind}/${name.split('@')[0]}`;
  }
}

interface Call {
  readonly detail: DefinitionDetail;
  readonly draft: Draft;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Whether the server may ask the user. */
  readonly canAsk: boolean;
}

/** Whether a server refuses because it could not ask the user. */
function isQuestion({ data }: Refusal): boolean {
  return Object(data).requiredCapabilities?.elicitation !== undefined;
}
