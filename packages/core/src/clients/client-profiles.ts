import type { Client } from '../api/context.js';
import type { Logger } from '../logging/logger.js';
import { isPromise, ignoreRejection } from '../promises.js';
import { OBJECT, describeValue, validateOptions } from '../text/option-kinds.js';
import {
  type ClientProfile,
  type HostProfileOptions,
  type HostProfiles,
  PROFILE_KINDS,
  type Host,
  type NameRewriting,
} from './client-profile.js';
import { type KnownHost, KNOWN_HOSTS, arePlaceholders } from './known-hosts.js';
/** The protocol revision of simulated hosts. */
const REVISION = '2025-11-25';

/** The profile of a client that follows the specification. */
const STANDARD_PROFILE: ClientProfile = Object.freeze({});

const HOSTS_BY_KEY: ReadonlyMap<string, KnownHost> = new Map(Object.entries(KNOWN_HOSTS));

/** The host from which some other hosts are derived. */
const OPENCODE: Client = { name: 'opencode', revision: REVISION };

/** A profile whose clients are recognised by a function. */
interface ProfileMatcher {
  readonly host: string;
  readonly matches: (client: Client) => boolean;
  readonly profile: ClientProfile;
}

/** Finds the profile of a client. Created once per runtime. */
export class ClientProfiles {
  /** How hosts rewrite names, by host key. */
  readonly rewritings = new Map<string, NameRewriting>();
  readonly #hosts: Host[] = [];
  readonly #byName = new Map<string, ClientProfile>();
  /** Profiles that are matched by functions: first the application's own, then those of known hosts. */
  readonly #ownMatchers: ProfileMatcher[] = [];
  readonly #knownMatchers: ProfileMatcher[] = [];
  /** A cache, because each request needs the profile several times. */
  readonly #profilesByClient = new WeakMap<Client, ClientProfile>();
  readonly #logger: Logger;
  /** The hosts whose functions have failed. Each failure is logged once per host. */
  readonly #failed = new Set<string>();

  /** @throws {TypeError} if a profile has an unknown option, or a value of the wrong kind */
  constructor(rows: HostProfiles = {}, logger: Logger) {
    this.#logger = logger;
    // The application's profiles take precedence.
    for (const [host, row] of Object.entries(rows)) this.#add(this.#ownMatchers, host, HOSTS_BY_KEY.get(host), row);
    for (const [host, row] of HOSTS_BY_KEY)
      if (!Object.hasOwn(rows, host)) this.#add(this.#knownMatchers, host, row, {});
  }

  /** The hosts that can be simulated: hosts whose own `clientInfo` is matched to their profile. */
  get hosts(): readonly Host[] {
    return this.#hosts.filter(({ client, profile }) => this.of({ ...client, revision: REVISION }) === profile);
  }

  /** Returns the profile of a client; an unknown client gets the standard profile. */
  of(client: Client | undefined): ClientProfile {
    if (client === undefined) return STANDARD_PROFILE;
    const known = this.#profilesByClient.get(client);
    if (known !== undefined) return known;
    const profile = this.#find(client);
    this.#profilesByClient.set(client, profile);
    return profile;
  }

  #find(client: Client): ClientProfile {
    const profileFor = (rows: ProfileMatcher[]) => rows.find((row) => this.#isMatch(row, client))?.profile;
    return (
      profileFor(this.#ownMatchers) ??
      this.#byName.get(client.name ?? '') ??
      profileFor(this.#knownMatchers) ??
      STANDARD_PROFILE
    );
  }

  /**
   * Returns the profile of a client that requests a prompt. An unknown host that sends exactly `$1`, `$2` and so on is
   * treated as derived from opencode.
   */
  recognize(client: Client | undefined, args: unknown): ClientProfile {
    const profile = this.of(client);
    const isUnknown = profile === STANDARD_PROFILE && client?.name !== undefined;
    return isUnknown && arePlaceholders(args) ? this.of(OPENCODE) : profile;
  }

  /** Returns whether a profile's function matches a client. A function that fails matches no client. */
  #isMatch({ host, matches }: ProfileMatcher, client: Client): boolean {
    try {
      const verdict: unknown = matches(client);
      if (typeof verdict === 'boolean') return verdict;
      ignoreRejection(verdict);
      const returned = isPromise(verdict) ? 'a promise' : describeValue(verdict);
      throw new TypeError(`client must synchronously return true or false, but returned ${returned}`);
    } catch (error) {
      if (!this.#failed.has(host)) this.#logger.error(`The function client of the host "${host}" failed`, error);
      this.#failed.add(host);
      return false;
    }
  }

  #addName(name: string, profile: ClientProfile): void {
    if (!this.#byName.has(name)) this.#byName.set(name, profile);
  }

  #add(
    matchers: ProfileMatcher[],
    host: string,
    known: KnownHost | undefined,
    input: HostProfileOptions | false,
  ): void {
    if (input === false) return;
    const subject = `The host "${host}" in the option "clients"`;
    OBJECT.require(subject, input);
    const {
      testedVersion: version,
      sampleName,
      hasForms,
      ...row
    } = { ...known, ...validateOptions(subject, input, PROFILE_KINDS) };
    const { client: is = host, ...members } = row;
    const profile = Object.freeze(members);
    const names = typeof is === 'function' ? [] : [is].flat();
    const [name = sampleName ?? host] = names;
    const capabilities = hasForms === true ? { elicitation: { form: {} } } : {};
    this.#hosts.push({ key: host, client: { name, version, capabilities }, profile });
    if (profile.rewrites !== undefined) this.rewritings.set(host, profile.rewrites);
    if (typeof is === 'function') matchers.push({ host, matches: is, profile });
    for (const each of names) this.#addName(each, profile);
  }
}
