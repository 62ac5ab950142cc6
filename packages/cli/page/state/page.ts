import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CatalogueEntry, LoggedCall, PlaygroundEvent, ProjectInfo } from '../../src/playground/api.js';
import type { ProjectProblem, SourcePlace } from '../../src/playground/options.js';
import type { Filter } from '../catalogue/search.js';
import { type Api, ServerError } from '../server/api.js';
import { type Connection, listen } from '../server/events.js';
import { EndpointError, Mcp } from '../server/mcp.js';
import { type Caller, endpointFor, keepCaller, keptCaller } from './caller.js';
import { type Address, addressIn, hashOf, isItem, type ItemAddress } from './address.js';
import { Store } from './store.js';

/** How many calls the log shows, and how many messages. */
const MAX_CALLS = 500;
const MAX_MESSAGES = 100;

export type LogMessage = Extract<PlaygroundEvent, { readonly type: 'log' }>;

/** All that the page knows, and what it can do. */
export class Page {
  readonly project = new Store<ProjectInfo | undefined>(undefined);
  readonly entries = new Store<readonly CatalogueEntry[] | undefined>(undefined);
  readonly connection = new Store<Connection>('connecting');
  readonly problems = new Store<readonly ProjectProblem[]>([]);
  readonly calls = new Store<readonly LoggedCall[]>([]);
  /** What the project has written to its log, oldest first. */
  readonly messages = new Store<readonly LogMessage[]>([]);
  readonly address: Store<Address>;
  /** Counts what makes every result on the page old: reloads of the project, and returns of the server. */
  readonly generation = new Store(0);
  /** What was said last, for those who listen. */
  readonly said = new Store('');
  /** What the catalogue is narrowed to. */
  readonly filter = new Store<Filter>({ text: '' });
  readonly caller = new Store(keptCaller());
  readonly mcp: Mcp;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly api: Api) {
    this.mcp = new Mcp(() => endpointFor(this.caller.value, this.project.value?.path ?? '/mcp', api.token() ?? ''));
    this.address = new Store(addressIn(location.hash));
    addEventListener('popstate', () => this.address.set(addressIn(location.hash)));
  }

  start(): void {
    void listen(this.api, {
      opened: () => void this.#refresh().catch((error: unknown) => this.say(String(error))),
      event: (event) => this.#hear(event),
      connection: (connection) => this.connection.set(connection),
    });
  }

  go(address: Address): void {
    history.pushState(null, '', hashOf(address));
    this.address.set(address);
  }

  /** Changes the address of the item that is looked at, without a step in the browser's history. */
  note(address: ItemAddress): void {
    const { value } = this.address;
    if (!isItem(value) || value.kind !== address.kind || value.name !== address.name) return;
    const hash = hashOf(address);
    if (hash === location.hash) return;
    try {
      history.replaceState(null, '', hash);
    } catch {
      // Some browsers allow 100 changes in 30 seconds. The next one brings the address up to date.
    }
  }

  /** Calls as another caller from now on, and again what is shown. */
  callAs(caller: Caller): void {
    keepCaller(caller);
    this.caller.set(caller);
    this.outdate();
  }

  /** Makes everything that is shown ask anew. */
  outdate(): void {
    this.generation.set(this.generation.value + 1);
  }

  say(words: string): void {
    this.said.set('');
    setTimeout(() => this.said.set(words), 50); // What is said twice is heard twice.
  }

  async open(place: SourcePlace): Promise<void> {
    await this.api.open(place).catch((error: unknown) => this.say(wordsOf(error)));
  }

  /** Asks for everything anew: the server may be another one than before. */
  async #refresh(): Promise<void> {
    const { value: problems } = this.problems;
    this.calls.set([]);
    const entries = this.#refreshEntries();
    entries.catch(() => undefined); // It is waited for below.
    const [project, calls] = await Promise.all([this.api.project(), this.api.calls()]);
    this.project.set(project);
    // An event may have been faster, and is newer then.
    if (this.problems.value === problems) this.problems.set(project.problems);
    this.calls.set(this.calls.value.reduce(withCall, calls));
    this.outdate();
    await entries;
  }

  async #refreshEntries(): Promise<void> {
    const isFirst = this.entries.value === undefined;
    this.entries.set(await this.api.catalogue((soFar) => isFirst && this.entries.set(soFar)));
  }

  #hear(event: PlaygroundEvent): void {
    if (event.type === 'problems') this.problems.set(event.problems);
    if (event.type === 'call') this.calls.set(withCall(this.calls.value, event.call));
    if (event.type === 'log') this.messages.set([...this.messages.value.slice(1 - MAX_MESSAGES), event]);
    if (event.type === 'reloaded') this.say(`Reloaded in ${event.ms} milliseconds`);
    if (event.type === 'reloaded' || event.type === 'list-changed') this.#refreshSoon();
  }

  /** One change of the project comes as several events. */
  #refreshSoon(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => {
      this.outdate();
      void this.#refreshEntries().catch(() => undefined); // The stream says when the server is back.
    }, 20);
  }
}

export function wordsOf(error: unknown): string {
  if (error instanceof ServerError || error instanceof EndpointError) return error.message;
  return error instanceof TypeError ? 'The server does not answer' : String(error);
}

function withCall(calls: readonly LoggedCall[], call: LoggedCall): readonly LoggedCall[] {
  const index = calls.findLastIndex(({ id }) => id === call.id);
  return index < 0 ? [...calls.slice(1 - MAX_CALLS), call] : calls.with(index, call);
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('This is rendered outside of the page');
  return page;
}
