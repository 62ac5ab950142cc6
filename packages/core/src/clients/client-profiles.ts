import type { Client } from '../api/context.js';
import type { Logger } from '../logging/logger.js';
import { isPending, swallowRejection } from '../pending.js';
import { OBJECT, describeValue, knownOptions } from '../text/option-kinds.js';
import {
  type ClientProfile,
  type ClientRow,
  type ClientRows,
  ROW,
  type Host,
  type NameRewriting,
} from './client-profile.js';
import { type KnownHost, KNOWN_HOSTS, arePlaceholders } from './known-hosts.js';
/** A revision to introduce hosts at. */
const LATEST = '2025-11-25';

/** The profile of a client that keeps to the specification. */
const SPECIFICATION: ClientProfile = Object.freeze({});

const KNOWN: ReadonlyMap<string, KnownHost> = new Map(Object.entries(KNOWN_HOSTS));

/** The host that others are made of. */
const OPENCODE: Client = { name: 'opencode', revision: LATEST };

/** A row whose clients a function of the application recognises. */
interface CustomProfileMatcher {
  readonly host: string;
  readonly is: (client: Client) => boolean;
  readonly profile: ClientProfile;
}

/** Finds the profile of a client. Created once per runtime. */
export class ClientProfiles {
  /** How hosts rewrite names, by host. */
  readonly rewritings = new Map<string, NameRewriting>();
  readonly #hosts: Host[] = [];
  readonly #byName = new Map<string, ClientProfile>();
  /** The profiles of the application and of known hosts. */
  readonly #own: CustomProfileMatcher[] = [];
  readonly #known: CustomProfileMatcher[] = [];
  /** A request needs the profile of its client several times. */
  readonly #found = new WeakMap<Client, ClientProfile>();
  readonly #logger: Logger;
  /** The rows whose functions have failed. */
  readonly #failed = new Set<string>();

  /** @throws {TypeError} for a row that has a member which does not exist, or is of the wrong kind */
  constructor(rows: ClientRows = {}, logger: Logger) {
    this.#logger = logger;
    // The rows of the application come first.
    for (const [host, row] of Object.entries(rows)) this.#add(this.#own, host, KNOWN.get(host), row);
    for (const [host, row] of KNOWN) if (!Object.hasOwn(rows, host)) this.#add(this.#known, host, row, {});
  }

  /** The hosts that can be played: those that their own introduction leads to. */
  get hosts(): readonly Host[] {
    return this.#hosts.filter(({ client, profile }) => this.of({ ...client, revision: LATEST }) === profile);
  }

  /** The profile of a client; the specification's for one that is not known. */
  of(client: Client | undefined): ClientProfile {
    if (client === undefined) return SPECIFICATION;
    const known = this.#found.get(client);
    if (known !== undefined) return known;
    const found = this.#find(client);
    this.#found.set(client, found);
    return found;
  }

  #find(client: Client): ClientProfile {
    const profileFor = (rows: CustomProfileMatcher[]) => rows.find((row) => this.#isRecognised(row, client))?.profile;
    return profileFor(this.#own) ?? this.#byName.get(client.name ?? '') ?? profileFor(this.#known) ?? SPECIFICATION;
  }

  /**
   * The profile of a client that has requested a prompt. A host without a row that has named itself and sent exactly
   * `$1`, `$2` and so on is a derivative of opencode.
   */
  recognise(client: Client | undefined, args: unknown): ClientProfile {
    const profile = this.of(client);
    const isUnknown = profile === SPECIFICATION && client?.name !== undefined;
    return isUnknown && arePlaceholders(args) ? this.of(OPENCODE) : profile;
  }

  /** A failing function recognises no client, which is logged once. */
  #isRecognised({ host, is }: CustomProfileMatcher, client: Client): boolean {
    try {
      const verdict: unknown = is(client);
      if (typeof verdict === 'boolean') return verdict;
      swallowRejection(verdict);
      const returned = isPending(verdict) ? 'a promise' : describeValue(verdict);
      throw new TypeError(`It must synchronously return true or false, but returned ${returned}`);
    } catch (error) {
      if (!this.#failed.has(host)) this.#logger.error(`client of the row "${host}" failed`, error);
      this.#failed.add(host);
      return false;
    }
  }

  #name(name: string, profile: ClientProfile): void {
    if (!this.#byName.has(name)) this.#byName.set(name, profile);
  }

  #add(to: CustomProfileMatcher[], host: string, known: KnownHost | undefined, input: ClientRow | false): void {
    if (input === false) return;
    const subject = `The row "${host}" of the option "clients"`;
    OBJECT.require(subject, input);
    const { seen: version, playedAs, hasForms, ...row } = { ...known, ...knownOptions(subject, input, ROW) };
    const { client: is = host, ...members } = row;
    const profile = Object.freeze(members);
    const names = typeof is === 'function' ? [] : [is].flat();
    const [name = playedAs ?? host] = names;
    const capabilities = hasForms === true ? { elicitation: { form: {} } } : {};
    this.#hosts.push({ key: host, client: { name, version, capabilities }, profile });
    if (profile.rewrites !== undefined) this.rewritings.set(host, profile.rewrites);
    if (typeof is === 'function') to.push({ host, is, profile });
    for (const each of names) this.#name(each, profile);
  }
}
