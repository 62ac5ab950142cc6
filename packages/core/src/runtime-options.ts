import type { Client } from './context.js';
import type { ContentType } from './output/degradation.js';
import type { ArgumentFault } from './errors.js';
import type { InterpolationRule } from './messages/interpolation.js';
import type { PromptLimits } from './limits.js';
import type { PromptLogger } from './logger.js';
import type { PromptEntry, PromptRegistry } from './registry.js';
import type { PromptResolver } from './resolver.js';
import type { ResourceReader } from './resources/resource-reader.js';

export interface PromptRuntimeOptions {
  readonly prompts: Iterable<PromptEntry> | PromptRegistry;
  /**
   * Constructs the prompt classes.
   * @default their constructors are called without arguments
   */
  readonly resolver?: PromptResolver;
  readonly limits?: PromptLimits;
  /**
   * What clients may list and read besides the prompts; give it the reader that is injected into the prompts, so that
   * clients can read what prompts link.
   * @default none: the resource methods are not offered
   */
  readonly resources?: ResourceReader;
  /**
   * How many resources a page of `resources/list` has.
   * @default 100
   */
  readonly pageSize?: number;
  /**
   * Where failures of prompts are reported, with their causes.
   * @default `console`, whose errors go to stderr
   */
  readonly logger?: PromptLogger;
  /**
   * What happens when a template such as user`…` interpolates a text argument without `untrusted` or `trusted`: `warn`
   * says so in the log, once an argument; `strict` answers "Internal error"; `off` does not look.
   * @default 'warn'
   */
  readonly interpolation?: InterpolationRule;
  /**
   * The kinds of content to keep from a client although its revision has them: they become text, or links.
   * @default none
   */
  readonly withhold?: (client: Client) => Iterable<ContentType>;
  /**
   * Says what is wrong with an argument, in the language of the people at the clients. It is given no values.
   * @default the message of the fault
   */
  readonly messageOf?: (fault: ArgumentFault) => string;
}
