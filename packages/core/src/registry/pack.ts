import { type InterceptorEntry, INTERCEPTORS } from '../api/calls.js';
import { Definition } from '../definition/definition.js';
import { hasHandlers } from '../definition/method-handlers.js';
import type { Defect } from '../definition-error.js';
import { type Resolver, RESOLVER } from '../api/resolver.js';
import { ENTRY_RECORDS } from '../metadata/metadata.js';
import { READER, readerDefinition } from '../resource/resource.js';
import type { ResourceReader } from '../resource/resource-reader.js';
import type { InjectableClass, ServiceToken } from '../types.js';
import {
  isFunction,
  isPlainObject,
  areStrings,
  listOf,
  OptionKind,
  STRINGS,
  BOOLEAN,
  checkedOptions,
  type OptionKinds,
} from '../text/option-kinds.js';
import { tagDefects, missingNameDefect } from '../definition/definition-options.js';
import { VISIBILITY_OPTIONS, type VisibilityOptions } from '../definition/visibility.js';

/** A decorated class, or a class with decorated methods. */
type HandlerClass = InjectableClass<object>;

export type RegistryEntry = HandlerClass | ResourceReader | Definition | Pack | MountedPack;

/** Whether a value is a decorated class, a definition or a pack, for example an export of a file. */
export function isRegistryEntry(value: unknown): value is HandlerClass | Definition | Pack | MountedPack {
  if (typeof value === 'function') return hasHandlers(value);
  return value instanceof Definition || value instanceof Pack || value instanceof MountedPack;
}

export interface PackOptions extends VisibilityOptions {
  /** The pack's name, usually its npm package's name. Errors contain it. */
  readonly name: string;
  /** A semantic version. Definitions without a version inherit it. */
  readonly version: string;
  /** Classes, definitions, and other packs, mounted or not. */
  readonly prompts?: Iterable<RegistryEntry>;
  /** Classes, definitions, and other packs, mounted or not. */
  readonly tools?: Iterable<RegistryEntry>;
  /**
   * The resources that clients may list and read: classes, definitions and readers. The pack's visibility options also
   * apply to resources.
   * @default none
   */
  readonly resources?: ResourceReader | Iterable<RegistryEntry>;
  /**
   * The services that an application must provide, in addition to the dependencies of the pack's classes. A missing
   * service is an error at start-up.
   * @default none
   */
  readonly requires?: readonly ServiceToken[];
  /**
   * Tags that are added to all definitions of the pack.
   * @default none
   */
  readonly tags?: readonly string[];
  /** Interceptors that run around the pack's definitions, outermost first. */
  readonly interceptors?: readonly InterceptorEntry[];
  /**
   * Whether clients also get the prompts as tools. A prompt's own `asTool` takes precedence.
   * @default `promptsAsTools` of the runtime
   */
  readonly promptsAsTools?: boolean;
}

/** A collection of definitions, such as those that an npm package exports. A service lists or mounts the pack. */
export class Pack {
  readonly name: string;
  readonly version: string;
  readonly options: Omit<PackOptions, 'prompts' | 'tools' | 'resources'>;
  /** The prompts, tools and resources of the pack. */
  readonly entries: readonly RegistryEntry[];
  /** The faults of the pack's options. The registry in which the pack is listed or mounted reports them. */
  readonly faults: readonly Defect[];

  constructor(input: PackOptions) {
    const { options: valid, faults } = checkedOptions(input, PACK_OPTIONS);
    const { prompts = [], tools = [], resources = [], ...options } = valid;
    this.name = isPackName(options.name) ? options.name : 'A pack';
    this.version = options.version;
    this.options = Object.freeze(options);
    this.entries = Object.freeze(
      [...recordPositions('prompts', prompts), ...recordPositions('tools', tools), ...resourceEntries(resources)].map(
        (each) => (isReader(each) ? readerDefinition(each) : each),
      ),
    );
    this.faults = [...(isPackName(options.name) ? [] : [NAME_MISSING]), ...tagDefects(options.tags), ...faults];
    Object.freeze(this);
    ENTRY_RECORDS.write(this, true);
  }
}

function isPackName(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

export function isReader(value: unknown): value is ResourceReader {
  return READER.is(value);
}

const NAME_MISSING = missingNameDefect('Give definePack() a name, such as the name of its npm package');

/** Creates a pack. The registry that lists the pack reports faults of its contents and options. */
export function definePack(options: PackOptions): Pack {
  return new Pack(options);
}

export interface MountOptions extends VisibilityOptions {
  /**
   * A prefix for all names, followed by `_`: with `team`, `review` becomes `team_review`.
   * @default none
   */
  readonly prefix?: string;
  /**
   * The definitions to include, by their names in the pack.
   * @default all
   */
  readonly only?: readonly string[];
  /** New names of definitions, by their names in the pack. The prefix is added to them. */
  readonly rename?: Readonly<Record<string, string>>;
  /**
   * Replacements for definitions of the pack. A replacement replaces all versions of its name. It gets the pack's
   * resolver, visibility and interceptors, and the pack's version if it has none.
   * @default none
   */
  readonly override?: Iterable<RegistryEntry>;
  /**
   * Constructs the classes of the pack. A pack can be mounted twice with different services.
   * @default the resolver of the enclosing pack, or of the runtime
   */
  readonly resolver?: Resolver;
  /** Interceptors that run around those of the pack. */
  readonly interceptors?: readonly InterceptorEntry[];
  /**
   * Whether clients also get the prompts as tools. The order of precedence: a prompt's own `asTool`, this option, the
   * pack's `promptsAsTools`.
   * @default `promptsAsTools` of the runtime
   */
  readonly promptsAsTools?: boolean;
}

export class MountedPack {
  readonly pack: Pack;
  readonly options: MountOptions;
  /** The faults of the mount options. The registry in which the pack is mounted reports them. */
  readonly faults: readonly Defect[];

  constructor(pack: Pack, input: MountOptions) {
    const { options, faults } = checkedOptions(input, MOUNT_OPTIONS);
    this.pack = pack;
    this.options = Object.freeze({
      ...options,
      ...(options.override && { override: recordPositions('override', options.override) }),
    });
    this.faults = faults;
    Object.freeze(this);
    ENTRY_RECORDS.write(this, true);
  }
}

/** Mounts a pack among a service's own definitions, or in another pack. */
export function mount(pack: Pack, options: MountOptions = {}): MountedPack {
  return new MountedPack(pack, options);
}

export const ENTRIES = listOf('classes, definitions and packs');

const PACK_OPTIONS: OptionKinds<PackOptions> = {
  name: true,
  version: true,
  prompts: ENTRIES,
  tools: ENTRIES,
  resources: new OptionKind('a ResourceReader, or an array of classes, definitions and readers', (value) => {
    return READER.is(value) || ENTRIES.is(value);
  }),
  requires: new OptionKind('an array of classes', (value) => Array.isArray(value) && value.every(isFunction)),
  tags: STRINGS,
  interceptors: INTERCEPTORS,
  promptsAsTools: BOOLEAN,
  ...VISIBILITY_OPTIONS,
};

const MOUNT_OPTIONS: OptionKinds<MountOptions> = {
  prefix: true,
  only: STRINGS,
  rename: new OptionKind('an object, such as { review: "code_review" }', (value) => {
    return isPlainObject(value) && areStrings(Object.values(value));
  }),
  override: ENTRIES,
  resolver: RESOLVER,
  interceptors: INTERCEPTORS,
  promptsAsTools: BOOLEAN,
  ...VISIBILITY_OPTIONS,
};

/**
 * The position of each entry in its original list, such as `prompts[1]`. It is recorded because the lists are joined
 * later.
 */
const POSITIONS = new WeakMap<object, string>();

export function recordPositions<Entry>(list: string, entries: Iterable<Entry>): readonly Entry[] {
  const all = [...entries];
  for (const [index, entry] of all.entries())
    if (typeof entry === 'object' && entry !== null) POSITIONS.set(entry, `${list}[${index}]`);
  return all;
}

/** Returns the entries of an option `resources`, which may be a single reader. */
export function resourceEntries(resources: ResourceReader | Iterable<RegistryEntry>): readonly RegistryEntry[] {
  return isReader(resources) ? [resources] : recordPositions('resources', resources);
}

/** @param index the position in `entries`, used if no position is recorded */
export function positionOf(entry: object, index: number): string {
  return POSITIONS.get(entry) ?? `entries[${index}]`;
}
