import type { CallOptions, Definition, Host, Runtime } from '@cuecard/core';
import type { View, ViewRequest } from '../api.js';
import { sentError } from '../log/call-log.js';
import { callerOf } from '../project/catalogue.js';
import { entryChanges } from './entry-changes.js';
import { hostsOf, REVISIONS } from './hosts.js';
import { type Entry, findEntry } from './list-search.js';

/** What a call answered. */
export type Outcome = Pick<View, 'result' | 'error'>;

/** What is viewed: a definition, with what a client would send. */
export interface Viewed extends Pick<ViewRequest, 'name' | 'arguments' | 'uri'> {
  readonly runtime: Runtime;
  readonly definition: Definition;
  readonly signal: AbortSignal;
}

/** Plays clients to one definition. Created for each request of the page. */
export class Viewing {
  readonly viewed: Viewed;
  readonly #caller: Pick<CallOptions, 'auth'>;
  readonly #plain = new Map<string, Promise<Outcome>>();

  constructor(viewed: Viewed) {
    this.viewed = viewed;
    const { runtime, definition } = viewed;
    this.#caller = callerOf(runtime.registry.versions(definition.name, definition.kind.name) ?? []);
  }

  /** The options of calls by a host: of a caller with the scopes that are needed. */
  callOf({ client }: Host, revision: string): CallOptions {
    return { client: { ...client, revision }, signal: this.viewed.signal, ...this.#caller };
  }

  /** The options of calls by a client without a profile, which knows the newest revision. */
  get plainCall(): CallOptions {
    const [host] = hostsOf(this.viewed.runtime) as [Host];
    return this.callOf(host, REVISIONS[0] ?? '');
  }

  /** Whether the bare name stands for the definition. */
  async isChosen(call: CallOptions): Promise<boolean> {
    return (await this.#chosen(call)) === this.viewed.definition;
  }

  /** The differences from the entry that a client without a profile gets, or why the client is not shown one. */
  async entryChanges(entry: Entry | undefined, plain: Entry | undefined, call: CallOptions): Promise<string[]> {
    if (entry !== undefined) return plain === undefined ? [] : entryChanges(plain, entry);
    const listed = await this.#chosen(call);
    const isAnother = listed !== undefined && listed !== this.viewed.definition;
    return [isAnother ? 'another version of its name is listed' : 'it is not listed'];
  }

  /** The entry of the definition, if its name stands for it. */
  async entry(method: string, call: CallOptions): Promise<Entry | undefined> {
    const { name } = this.viewed.definition;
    return (await this.isChosen(call)) ? this.find(method, call, (entry) => entry.name === name) : undefined;
  }

  /** An entry of a list, as a client gets it. */
  find(method: string, call: CallOptions, isMeant: (entry: Entry) => boolean): Promise<Entry | undefined> {
    return findEntry(this.viewed.runtime, { method, call }, isMeant);
  }

  async ask(method: string, params: object, call: CallOptions): Promise<Outcome> {
    try {
      return { result: await this.viewed.runtime.methods.get(method)?.answer(params, call) };
    } catch (error) {
      return { error: sentError(error) };
    }
  }

  /** What a client without a profile gets. */
  askPlainly(method: string, params: object): Promise<Outcome> {
    const key = JSON.stringify([method, params]);
    const known = this.#plain.get(key) ?? this.ask(method, params, this.plainCall);
    this.#plain.set(key, known);
    return known;
  }

  #chosen(call: CallOptions): Promise<Definition | undefined> {
    const { runtime, definition } = this.viewed;
    return runtime.find(definition.name, definition.kind.name, call);
  }
}

/** A view, with the name that the host makes of that of its entry. */
export function viewOf(about: Omit<View, 'changes'>, changes: readonly string[]): View {
  const { shownAs } = about;
  return { ...about, changes: [...changes, ...(shownAs === undefined ? [] : [`its name becomes "${shownAs}"`])] };
}
