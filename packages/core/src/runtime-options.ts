import type { ArgumentFault } from './errors.js';
import type { PromptLimits } from './limits.js';
import type { PromptLogger } from './logger.js';
import type { PromptEntry, PromptRegistry } from './registry.js';
import type { PromptResolver } from './resolver.js';

export interface PromptRuntimeOptions {
  readonly prompts: Iterable<PromptEntry> | PromptRegistry;
  /**
   * Constructs the prompt classes.
   * @default their constructors are called without arguments
   */
  readonly resolver?: PromptResolver;
  readonly limits?: PromptLimits;
  /**
   * Where failures of prompts are reported, with their causes.
   * @default `console`, whose errors go to stderr
   */
  readonly logger?: PromptLogger;
  /**
   * Says what is wrong with an argument, in the language of the people at the clients. It is given no values.
   * @default the message of the fault
   */
  readonly messageOf?: (fault: ArgumentFault) => string;
}
