import type { CallOptions, Definition, Host, Runtime } from '@cuecard/core';
import type { View, ViewRequest } from '../api.js';
import { sentError } from '../log/call-log.js';
import { callerOf } from '../project/catalogue.js';
import { type Entry, entryChanges, type Outcome } from './changes.js';

/** The protocol revisions of clients, newest first. */
export const REVISIONS: readonly string[] = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** A client without a profile. No host has a key with a blank. */
const ANY_CLIENT: Host = { key: 'any client', client: { capabilities: {} }, profile: {} };

/** The hosts to simulate, starting with a client without a profile. */
export function hostsOf(runtime: Runtime): readonly Host[] {
  return [ANY_CLIENT, ...runtime.hosts];
}

/** The maximum number of pages of a list. */
const MAX_PAGES = 200;

/** A definition to view, with the parameters that a client would send. */
export interface ViewTarget extends Pick<ViewRequest, 'name' | 'arguments' | 'uri' | 'principal'> {
  readonly runtime: Runtime;
  readonly definition: Definition;
  readonly signal: AbortSignal;
}

/** A list, and the condition for its entry of the definition. */
export interface EntrySearch {
  readonly method: string;
  readonly isMeant: (entry: Entry) => boolean;
}

/** A call of a method. */
export interface MethodCall {
  readonly method: string;
  readonly params: object;
}

/** Calls one definition as its hosts would. Created for each request of the page. */
export class ViewContext {
  readonly target: ViewTarget;
  readonly #caller: Pick<CallOptions, 'auth'>;
  readonly #plain = new Map<string, Promise<Outcome>>();

  constructor(target: ViewTarget) {
    this.target = target;
    const { runtime, definition, principal } = target;
    const versions = runtime.registry.versions(definition.name, definition.kind.name) ?? [];
    this.#caller = callerOf(versions, principal);
  }

  /** The options of a call by a host, whose caller has the required scopes. */
  callOf({ client }: Host, revision: string): CallOptions {
    return { client: { ...client, revision }, signal: this.target.signal, ...this.#caller };
  }

  /** The entry that a client gets, and its differences from the entry for a client without a profile. */
  async listing(
    searchOf: () => Promise<EntrySearch | undefined>,
    call: CallOptions,
  ): Promise<Pick<View, 'entry' | 'error' | 'changes'>> {
    try {
      const search = await searchOf();
      const found = [call, this.#plainCall].map((each) => search && this.find(search, each));
      const [entry, plain] = await Promise.all(found);
      if (entry !== undefined) return { entry, changes: plain === undefined ? [] : entryChanges(plain, entry) };
      const selected = await this.#findSelected(call);
      const isOther = selected !== undefined && selected !== this.target.definition;
      return { changes: [isOther ? 'the list contains another version' : 'the list does not contain it'] };
    } catch (error) {
      return { error: sentError(error), changes: [] };
    }
  }

  /** Finds an entry in a list, page by page. The runtime keeps its pages. */
  async find({ method, isMeant }: EntrySearch, call: CallOptions): Promise<Entry | undefined> {
    const { answer } = this.target.runtime.methods.get(method) ?? {};
    let cursor: string | undefined;
    for (let count = 0; answer !== undefined && count < MAX_PAGES; count += 1) {
      const page: object = await answer(cursor === undefined ? {} : { cursor }, call);
      const entries = (Object.values(page).find((each) => Array.isArray(each)) ?? []) as readonly Entry[];
      const entry = entries.find(isMeant);
      cursor = (page as { readonly nextCursor?: string }).nextCursor;
      if (entry !== undefined || cursor === undefined) return entry;
    }
    return undefined;
  }

  /** Whether the name without a version selects the definition. */
  async isChosen(call: CallOptions): Promise<boolean> {
    return (await this.#findSelected(call)) === this.target.definition;
  }

  async call({ method, params }: MethodCall, call: CallOptions): Promise<Outcome> {
    try {
      return { result: await this.target.runtime.methods.get(method)?.answer(params, call) };
    } catch (error) {
      return { error: sentError(error) };
    }
  }

  /** The result for a client without a profile. */
  callPlainly(request: MethodCall): Promise<Outcome> {
    const key = JSON.stringify(request);
    const known = this.#plain.get(key) ?? this.call(request, this.#plainCall);
    this.#plain.set(key, known);
    return known;
  }

  get #plainCall(): CallOptions {
    return this.callOf(ANY_CLIENT, REVISIONS[0] ?? '');
  }

  #findSelected(call: CallOptions): Promise<Definition | undefined> {
    const { runtime, definition } = this.target;
    return runtime.find(definition.name, definition.kind.name, call);
  }
}
