import type { ElicitResult } from '@cuecard/core';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { type Draft, type DraftValue, type Path, withValue } from '../form/draft.js';
import { type Failure, failureIn } from '../form/errors.js';
import type { Field } from '../form/field.js';
import { draftOf } from '../form/typed.js';
import { secretsIn, withoutSecrets } from '../form/values.js';
import type { Exchange, McpRequest, Params } from '../server/mcp.js';
import type { ItemAddress } from './address.js';
import { storedDraft, storeDraft } from './drafts.js';
import { type Elicitation, Elicitor } from './elicitor.js';
import { messageOf, type Page } from './page.js';
import { editedRequest, fieldsIn, maskedRequest, readDraft, requestOf } from './request.js';
import { Results } from './results.js';
import type { ItemResult } from './item-result.js';
import { Store } from './store.js';

/** The state of a run. The last good result stays visible. */
export interface Run {
  readonly isUnderWay: boolean;
  readonly result?: ItemResult | undefined;
  /** The error of the last call, if it failed. */
  readonly failure?: Failure | undefined;
  /** The labels of empty required fields. */
  readonly missing: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
  readonly elicitations: readonly Elicitation[];
  /** Whether the server needs input of the user, which it may request once the user calls the item. */
  readonly needsInput?: boolean;
}

const WAIT_MS = 160;
const MAX_EXCHANGES = 30;
const IDLE: Run = { isUnderWay: false, missing: [], faults: new Map(), elicitations: [] };

/** An item with its form and its results. */
export class Workbench {
  readonly detail = new Store<DefinitionDetail | undefined>(undefined);
  readonly problem = new Store<string | undefined>(undefined);
  readonly draft = new Store<Draft>({});
  readonly run = new Store(IDLE);
  readonly results = new Results();
  readonly elicitor = new Elicitor();
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
    this.draft.set(address.values ?? storedDraft(this.key) ?? {});
  }

  /** The requested name, with or without a version. */
  get name(): string {
    return this.#address.name;
  }

  get fields(): readonly Field[] {
    return this.#fields;
  }

  /** Loads the details of the item, and renders it. */
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
      this.#updateAddress(); // A pasted address may contain secrets.
      if (detail.kind !== 'tool') await this.#call(false);
    } catch (error) {
      if (!signal.aborted) this.problem.set(messageOf(error));
    }
  }

  set(path: Path, value: DraftValue | undefined): void {
    this.#change(withValue(this.draft.value, path, value));
  }

  /** Fills the form with values, such as a sample. */
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

  /** Calls the item for the user. A tool elicits its input again in each call. */
  async send(): Promise<void> {
    if (this.detail.value?.kind === 'tool') this.elicitor.forget();
    await this.#call(true);
  }

  /** Sends a request again, with other params. */
  async replay(exchange: Exchange, edited: Params): Promise<void> {
    const { value: detail } = this.detail;
    const { request: shown } = exchange;
    const request = this.#requests.get(shown) ?? shown;
    if (detail === undefined) return;
    const { method, params, headers } = editedRequest(detail, { request, masked: shown.params }, edited);
    const options = { headers, shown: { ...shown, params: edited }, canElicit: true };
    await this.#page.mcp.call(method, params, { ...options, watch: this.#watch });
  }

  /** @param mayElicit whether the server may request input of the user */
  async #call(mayElicit: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const { value: detail } = this.detail;
    const { value: draft } = this.draft;
    if (detail === undefined) return;
    this.#updateAddress();
    this.#current.abort();
    const { values, missing, faults } = readDraft(detail, this.#fields, draft);
    const { result, elicitations } = this.run.value;
    if (missing.length > 0 || faults.size > 0) return this.run.set({ ...IDLE, result, missing, faults });
    const { signal } = (this.#current = new AbortController());
    this.run.set({ ...this.run.value, isUnderWay: true, missing, faults });
    const { name } = this.#address;
    const canElicit = mayElicit || elicitations.length > 0; // An open form stays open.
    const outcome = await this.#outcome(requestOf(detail, name, values), { detail, draft, name, signal, canElicit });
    if (!signal.aborted) this.run.set({ ...IDLE, result, ...outcome });
  }

  /** Cancels the current call. */
  stop(): void {
    this.#current.abort();
    this.run.set({ ...this.run.value, isUnderWay: false });
  }

  /** Calls the item without the earlier responses of the user. */
  async elicitAgain(): Promise<void> {
    this.elicitor.forget();
    await this.#call(true);
  }

  async reply(elicitation: Elicitation, response: ElicitResult): Promise<void> {
    this.elicitor.learn(elicitation, response);
    await this.#call(true);
  }

  /** Cancels everything: the user has left the item. */
  close(): void {
    clearTimeout(this.#timer);
    this.#loading.abort();
    this.#current.abort();
  }

  async #outcome(request: McpRequest, { detail, draft, name, signal, canElicit }: Call): Promise<Partial<Run>> {
    try {
      const { answer, elicitations } = await this.elicitor.call(this.#page.mcp, request, {
        signal,
        shown: maskedRequest(detail, name, draft),
        canElicit: canElicit || this.elicitor.hasResponses,
        watch: this.#watch,
      });
      if (elicitations.length > 0) return canElicit ? { elicitations } : { needsInput: true };
      const failure = failureIn(answer);
      if (failure !== undefined) return needsElicitation(failure) ? { needsInput: true } : { failure };
      if (signal.aborted) return {};
      const result = { answer, draft, name, at: Date.now() };
      this.results.add({ ...result, draft: withoutSecrets(this.#fields, draft) });
      return { result };
    } catch (error) {
      return { failure: { message: messageOf(error), errors: [] } };
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
    storeDraft(this.key, this.draftWithoutSecrets);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { value: detail } = this.detail;
      if (detail !== undefined && detail.kind !== 'tool') return void this.#call(false);
      this.#updateAddress();
      const { missing, faults } = IDLE; // The hints of the last attempt are out of date.
      this.run.set({ ...this.run.value, missing, faults });
    }, WAIT_MS);
  }

  /** Adds the draft to the address. */
  #updateAddress(): void {
    const { kind, name } = this.#address;
    const { tab } = this.#page.address.value as ItemAddress;
    this.#page.updateAddress({ kind, name, ...(tab && { tab }), values: this.draftWithoutSecrets });
  }

  get draftWithoutSecrets(): Draft {
    return withoutSecrets(this.#fields, this.draft.value);
  }

  /** Identifies the item among the items of all projects that are served at this address. */
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
  /** Whether the server may request input of the user. */
  readonly canElicit: boolean;
}

/** Whether a call failed because the server may not request input of the user. */
function needsElicitation({ data }: Failure): boolean {
  return Object(data).requiredCapabilities?.elicitation !== undefined;
}
