import type { CallOptions, Definition, Host, Runtime } from '@cuecard/core';
import type { View, ViewRequest } from '../api.js';
import { sentError } from '../log/call-log.js';
import { callerOf } from '../project/catalogue.js';
import { entryChanges } from './entry-changes.js';
import { hostsOf, REVISIONS } from './hosts.js';
import { type Entry, findEntry } from './list-search.js';

/** The result or error of a call. */
export type Outcome = Pick<View, 'result' | 'error'>;

/** A definition to view, with the parameters that a client would send. */
export interface ViewTarget extends Pick<ViewRequest, 'name' | 'arguments' | 'uri'> {
  readonly runtime: Runtime;
  readonly definition: Definition;
  readonly signal: AbortSignal;
}

/** Calls one definition as its hosts would. Created for each request of the page. */
export class ViewContext {
  readonly target: ViewTarget;
  readonly #caller: Pick<CallOptions, 'auth'>;
  readonly #plain = new Map<string, Promise<Outcome>>();

  constructor(target: ViewTarget) {
    this.target = target;
    const { runtime, definition } = target;
    this.#caller = callerOf(runtime.registry.versions(definition.name, definition.kind.name) ?? []);
  }

  /** The options of a call by a host, whose caller has the required scopes. */
  callOf({ client }: Host, revision: string): CallOptions {
    return { client: { ...client, revision }, signal: this.target.signal, ...this.#caller };
  }

  /** The options of calls by a client without a profile, which knows the newest revision. */
  get plainCall(): CallOptions {
    const [host] = hostsOf(this.target.runtime) as [Host];
    return this.callOf(host, REVISIONS[0] ?? '');
  }

  /** Whether the name without a version selects the definition. */
  async isChosen(call: CallOptions): Promise<boolean> {
    return (await this.#findSelected(call)) === this.target.definition;
  }

  /** The differences from the entry that a client without a profile gets, or the reason why the list omits it. */
  async entryChanges(entry: Entry | undefined, plain: Entry | undefined, call: CallOptions): Promise<string[]> {
    if (entry !== undefined) return plain === undefined ? [] : entryChanges(plain, entry);
    const listed = await this.#findSelected(call);
    const isAnother = listed !== undefined && listed !== this.target.definition;
    return [isAnother ? 'another version of its name is listed' : 'it is not listed'];
  }

  /** The entry of the definition, if its name stands for it. */
  async entry(method: string, call: CallOptions): Promise<Entry | undefined> {
    const { name } = this.target.definition;
    return (await this.isChosen(call)) ? this.find(method, call, (entry) => entry.name === name) : undefined;
  }

  /** An entry of a list, as a client gets it. */
  find(method: string, call: CallOptions, isMeant: (entry: Entry) => boolean): Promise<Entry | undefined> {
    return findEntry(this.target.runtime, { method, call }, isMeant);
  }

  async ask(method: string, params: object, call: CallOptions): Promise<Outcome> {
    try {
      return { result: await this.target.runtime.methods.get(method)?.answer(params, call) };
    } catch (error) {
      return { error: sentError(error) };
    }
  }

  /** The result for a client without a profile. */
  askPlainly(method: string, params: object): Promise<Outcome> {
    const key = JSON.stringify([method, params]);
    const known = this.#plain.get(key) ?? this.ask(method, params, this.plainCall);
    this.#plain.set(key, known);
    return known;
  }

  #findSelected(call: CallOptions): Promise<Definition | undefined> {
    const { runtime, definition } = this.target;
    return runtime.find(definition.name, definition.kind.name, call);
  }
}

/** Adds a changed name to the changes of a view. */
export function viewOf(about: Omit<View, 'changes'>, changes: readonly string[]): View {
  const { shownAs } = about;
  return { ...about, changes: [...changes, ...(shownAs === undefined ? [] : [`its name becomes "${shownAs}"`])] };
}
