import type { CatalogueEntry, LoggedCall, PlaygroundEvent, ProjectInfo } from '../../src/playground/api.js';
import type { ProjectProblem, SourcePlace } from '../../src/playground/options.js';
import type { Filter } from '../catalogue/search.js';
import { type Api, ServerError } from '../server/api.js';
import { type Connection, listen } from '../server/events.js';
import { EndpointError, Mcp } from '../server/mcp.js';
import { type Address, addressIn, hashOf, isItem, type ItemAddress } from './address.js';
import { type Caller, endpointFor, storeCaller, storedCaller } from './caller.js';
import { Store } from './store.js';

/** How many calls the log shows, and how many messages. */
const MAX_CALLS = 500;
const MAX_MESSAGES = 100;

export type LogMessage = Extract<PlaygroundEvent, { readonly type: 'log' }>;

/** The state of the page, and its actions. */
export class Page {
  readonly project = new Store<ProjectInfo | undefined>(undefined);
  readonly entries = new Store<readonly CatalogueEntry[] | undefined>(undefined);
  readonly connection = new Store<Connection>('connecting');
  readonly problems = new Store<readonly ProjectProblem[]>([]);
  readonly calls = new Store<readonly LoggedCall[]>([]);
  /** The log messages of the project, oldest first. */
  readonly messages = new Store<readonly LogMessage[]>([]);
  readonly address: Store<Address>;
  /** Incremented when every result is out of date: after a reload of the project, and when the server is back. */
  readonly generation = new Store(0);
  /** The last message for screen readers. */
  readonly announcement = new Store('');
  readonly filter = new Store<Filter>({ text: '' });
  readonly caller = new Store(storedCaller());
  readonly mcp: Mcp;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly api: Api) {
    this.mcp = new Mcp(() => endpointFor(this.caller.value, this.project.value?.path ?? '/mcp', api.token() ?? ''));
    this.address = new Store(addressIn(location.hash));
    addEventListener('popstate', () => this.address.set(addressIn(location.hash)));
  }

  start(): void {
    void listen(this.api, {
      opened: () => void this.#refresh().catch((error: unknown) => this.announce(String(error))),
      event: (event) => this.#handle(event),
      connection: (connection) => this.connection.set(connection),
    });
  }

  go(address: Address): void {
    history.pushState(null, '', hashOf(address));
    this.address.set(address);
  }

  /** Replaces the address of the current item, without a step in the history of the browser. */
  updateAddress(address: ItemAddress): void {
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

  /** Changes the caller, and calls the current item again. */
  callAs(caller: Caller): void {
    storeCaller(caller);
    this.caller.set(caller);
    this.outdate();
  }

  /** Makes everything on the page load again. */
  outdate(): void {
    this.generation.set(this.generation.value + 1);
  }

  announce(message: string): void {
    this.announcement.set('');
    setTimeout(() => this.announcement.set(message), 50); // Screen readers ignore a message that stays the same.
  }

  async open(place: SourcePlace): Promise<void> {
    await this.api.open(place).catch((error: unknown) => this.announce(messageOf(error)));
  }

  /** Loads everything again: another server may have started at this address. */
  async #refresh(): Promise<void> {
    const { value: problems } = this.problems;
    this.calls.set([]);
    const entries = this.#refreshEntries();
    entries.catch(() => undefined); // It is awaited below.
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

  #handle(event: PlaygroundEvent): void {
    if (event.type === 'problems') this.problems.set(event.problems);
    if (event.type === 'call') this.calls.set(withCall(this.calls.value, event.call));
    if (event.type === 'log') this.messages.set([...this.messages.value.slice(1 - MAX_MESSAGES), event]);
    if (event.type === 'reloaded') this.announce(`Reloaded in ${event.ms} milliseconds`);
    if (event.type === 'reloaded' || event.type === 'list-changed') this.#refreshSoon();
  }

  /** One change of the project comes as several events. */
  #refreshSoon(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => {
      this.outdate();
      void this.#refreshEntries().catch(() => undefined); // The page loads everything again when the server is back.
    }, 20);
  }
}

export function messageOf(error: unknown): string {
  if (error instanceof ServerError || error instanceof EndpointError) return error.message;
  return error instanceof TypeError ? 'The server does not answer' : String(error);
}

function withCall(calls: readonly LoggedCall[], call: LoggedCall): readonly LoggedCall[] {
  const index = calls.findLastIndex(({ id }) => id === call.id);
  return index < 0 ? [...calls.slice(1 - MAX_CALLS), call] : calls.with(index, call);
}

let provided: Page | undefined;

/** Makes a page available to all components, before the first is rendered. */
export function providePage(page: Page): void {
  provided = page;
}

export function usePage(): Page {
  if (provided === undefined) throw new Error('There is no page yet');
  return provided;
}
