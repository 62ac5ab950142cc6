import type { InterceptorEntry } from '../interception/interceptor.js';
import type { PromptEntry } from '../registry.js';
import type { ServiceToken } from '../types.js';
import type { VisibilityOptions } from '../visibility.js';

export interface PackOptions extends VisibilityOptions {
  /** What the pack is called in errors: usually the name of its npm package. */
  readonly name: string;
  /** A semantic version; prompts without one of their own have it. */
  readonly version: string;
  /** Classes, definitions, and other packs, mounted or not. */
  readonly prompts: Iterable<PromptEntry>;
  /**
   * The services that whoever mounts the pack must provide, beyond what the constructors of its prompts ask for. What is
   * missing is an error at start-up.
   * @default none
   */
  readonly requires?: readonly ServiceToken[];
  /** What works round the pack's prompts; the first is the outermost. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** A collection of prompts, such as an npm package exports: it is listed, or mounted, among a service's own prompts. */
export class PromptPack {
  readonly name: string;
  readonly version: string;
  readonly options: Omit<PackOptions, 'prompts'>;
  readonly prompts: readonly PromptEntry[];

  constructor({ prompts, ...options }: PackOptions) {
    this.name = options.name;
    this.version = options.version;
    this.options = Object.freeze(options);
    this.prompts = Object.freeze([...prompts]);
    Object.freeze(this);
  }
}

/** Makes a pack. Nothing in it is looked at before it is part of a registry. */
export function definePack(options: PackOptions): PromptPack {
  return new PromptPack(options);
}
