import { type InterceptorEntry, INTERCEPTORS } from '../api/interceptor.js';
import type { Icon } from '../protocol.js';
import type { Class } from '../types.js';
import type { Known } from '../text/unknown-keys.js';
import { LIST, TEXTS } from '../text/option-kinds.js';
import { VISIBILITY_OPTIONS, type VisibilityOptions } from './visibility.js';

/** What a decorator can declare of a handler, whatever its kind. */
export interface DefinitionOptions extends VisibilityOptions {
  /**
   * The name clients ask for: letters, digits, `_`, `-`, `.` and `/`, 128 characters at most.
   * @default the class's name in snake case, without the ending of its kind: `CodeReviewPrompt` is `code_review`
   */
  readonly name?: string;
  /** A name for people; clients show it from revision 2025-06-18 on. */
  readonly title?: string;
  /** What it does, for the people who choose from the list. */
  readonly description?: string;
  /** Icons to show beside it, each an `https:` or `data:` URI; clients show them from revision 2025-11-25 on. */
  readonly icons?: readonly Icon[];
  /**
   * The class whose `@Arg` properties are the arguments.
   * @default none: it takes no arguments
   */
  readonly args?: Class;
  /**
   * class-validator's validation groups: only the rules of these groups hold, and those that are `always` there.
   * @default none: all rules hold
   */
  readonly groups?: readonly string[];
  /**
   * Which of several definitions of the same name this is: a semantic version, such as `1.2.0`. The name alone gets the
   * one that `select` chooses; `name@1.2.0` gets this one.
   * @default none, or that of the pack that it comes in
   */
  readonly version?: string;
  /** What points to this version, such as `production`; each label of a name points to one version. */
  readonly labels?: readonly string[];
  /** That it is deprecated, or what to use instead: shown to clients, and logged once. */
  readonly deprecated?: boolean | string;
  /** The interceptors around its calls and completions; the first is the outermost. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** The names of the options, and what some must be. */
export const DEFINITION_OPTIONS: Known<DefinitionOptions> = {
  name: true,
  title: true,
  description: true,
  icons: LIST,
  args: true,
  groups: TEXTS,
  version: true,
  labels: TEXTS,
  deprecated: true,
  interceptors: INTERCEPTORS,
  ...VISIBILITY_OPTIONS,
};
