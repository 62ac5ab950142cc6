import type { InterceptorEntry } from '../interception/interceptor.js';
import type { PromptEntry } from '../registry.js';
import type { PromptResolver } from '../resolver.js';
import type { VisibilityOptions } from '../visibility.js';
import type { PromptPack } from './pack.js';

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
  readonly override?: Iterable<PromptEntry>;
  /**
   * Constructs the pack's prompts: so the same pack can be mounted twice, with different services.
   * @default the resolver of the pack that it is mounted in, or of the runtime
   */
  readonly resolver?: PromptResolver;
  /** What works round the pack's prompts, outside the pack's own interceptors. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** A pack, and how it takes part. */
export class MountedPack {
  readonly pack: PromptPack;
  readonly options: MountOptions;

  constructor(pack: PromptPack, options: MountOptions) {
    this.pack = pack;
    this.options = Object.freeze({ ...options, ...(options.override && { override: [...options.override] }) });
    Object.freeze(this);
  }
}

/** Mounts a pack among a service's own prompts, or in another pack. */
export function mount(pack: PromptPack, options: MountOptions = {}): MountedPack {
  return new MountedPack(pack, options);
}
