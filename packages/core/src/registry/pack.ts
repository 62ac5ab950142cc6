import { type InterceptorEntry, INTERCEPTORS } from '../api/interceptor.js';
import type { Definition } from '../definition/definition.js';
import { type Resolver, RESOLVER } from '../api/resolver.js';
import type { PromptClass } from '../prompt/prompt-handler.js';
import { readerDefinition } from '../resource/resource-kind.js';
import { ResourceReader } from '../resource/resource-reader.js';
import type { ServiceToken } from '../types.js';
import { isObject, LIST, OptionKind, TEXTS } from '../text/option-kinds.js';
import type { Known } from '../text/unknown-keys.js';
import { VISIBILITY_OPTIONS, type VisibilityOptions } from '../definition/visibility.js';

/** What a registry is made of. */
export type RegistryEntry = PromptClass | Definition | Pack | MountedPack;

export interface PackOptions extends VisibilityOptions {
  /** What the pack is called in errors: usually the name of its npm package. */
  readonly name: string;
  /** A semantic version; prompts without one of their own have it. */
  readonly version: string;
  /** Classes, definitions, and other packs, mounted or not. */
  readonly prompts?: Iterable<RegistryEntry>;
  /**
   * What the pack lets clients list and read; who may know of the pack may know of these.
   * @default none
   */
  readonly resources?: ResourceReader | Iterable<ResourceReader>;
  /**
   * The services that an application must provide to mount the pack, beyond what the constructors of its prompts ask for. What is
   * missing is an error at start-up.
   * @default none
   */
  readonly requires?: readonly ServiceToken[];
  /** Interceptors around the pack's prompts; the first is the outermost. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** A collection of prompts, such as an npm package exports: it is listed, or mounted, among a service's own prompts. */
export class Pack {
  readonly name: string;
  readonly version: string;
  readonly options: Omit<PackOptions, 'prompts' | 'resources'>;
  /** Its prompts and resources. */
  readonly entries: readonly RegistryEntry[];

  constructor({ prompts = [], resources = [], ...options }: PackOptions) {
    const readers = resources instanceof ResourceReader ? [resources] : [...resources];
    this.name = options.name;
    this.version = options.version;
    this.options = Object.freeze(options);
    this.entries = Object.freeze([...prompts, ...readers.map(readerDefinition)]);
    Object.freeze(this);
  }
}

/** Makes a pack. Nothing in it is looked at before it is part of a registry. */
export function definePack(options: PackOptions): Pack {
  return new Pack(options);
}

export interface MountOptions extends VisibilityOptions {
  /**
   * Put before the name of each prompt, with `_` between: `team` makes `team_review`.
   * @default none
   */
  readonly prefix?: string;
  /**
   * The prompts to take, by the names that they have in the pack.
   * @default all
   */
  readonly only?: readonly string[];
  /** Other names for prompts of the pack, by those that they have there; a prefix is put before them too. */
  readonly rename?: Readonly<Record<string, string>>;
  /**
   * What takes the place of prompts of the pack: each that of the same name, as the pack has it, in all its versions. It
   * is mounted as that would be: with the pack's version where it has none, its resolver, visibility and interceptors.
   * @default none
   */
  readonly override?: Iterable<RegistryEntry>;
  /**
   * Constructs the pack's prompts: so the same pack can be mounted twice, with different services.
   * @default the resolver of the pack that it is mounted in, or of the runtime
   */
  readonly resolver?: Resolver;
  /** Interceptors around the pack's prompts, outside the pack's own. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** A pack, and how it takes part. */
export class MountedPack {
  readonly pack: Pack;
  readonly options: MountOptions;

  constructor(pack: Pack, options: MountOptions) {
    this.pack = pack;
    this.options = Object.freeze({ ...options, ...(options.override && { override: [...options.override] }) });
    Object.freeze(this);
  }
}

/** Mounts a pack among a service's own prompts, or in another pack. */
export function mount(pack: Pack, options: MountOptions = {}): MountedPack {
  return new MountedPack(pack, options);
}

/** The names of the options of a pack, and what some must be. */
export const PACK_OPTIONS: Known<PackOptions> = {
  name: true,
  version: true,
  prompts: true,
  resources: true,
  requires: LIST,
  interceptors: INTERCEPTORS,
  ...VISIBILITY_OPTIONS,
};

/** The names of the options of its mounting, and what some must be. */
export const MOUNT_OPTIONS: Known<MountOptions> = {
  prefix: true,
  only: TEXTS,
  rename: new OptionKind('an object, such as { review: "code_review" }', isObject),
  override: true,
  resolver: RESOLVER,
  interceptors: INTERCEPTORS,
  ...VISIBILITY_OPTIONS,
};
