import { type InterceptorEntry, INTERCEPTORS } from '../api/interceptor.js';
import type { Icon } from '../protocol.js';
import type { Class } from '../types.js';
import type { Known } from '../text/unknown-keys.js';
import { isObject, isPlainObject, OptionKind, TEXT, TEXTS } from '../text/option-kinds.js';
import { VISIBILITY_OPTIONS, type VisibilityOptions } from './visibility.js';

/** What a decorator can declare about a handler of any kind. */
export interface DefinitionOptions extends VisibilityOptions {
  /**
   * The name clients ask for: letters, digits, `_`, `-`, `.` and `/`, at most 128 characters.
   * @default the class name in snake case, without the suffix of its kind: `CodeReviewPrompt` is `code_review`
   */
  readonly name?: string;
  /** A display name; clients show it from revision 2025-06-18 on. */
  readonly title?: string;
  /** What it does, for people who choose from the list. */
  readonly description?: string;
  /** Icons to show beside it, each an `https:` or `data:` URI; clients show them from revision 2025-11-25 on. */
  readonly icons?: readonly Icon[];
  /**
   * The class whose `@Arg` properties are the arguments.
   * @default none: it takes no arguments
   */
  readonly args?: Class;
  /**
   * Sample arguments, as a caller in process gives them. They are checked at start-up. Clients get them with the
   * schema of the arguments, and questions for missing arguments show them.
   * @default none
   */
  readonly examples?: readonly object[];
  /**
   * class-validator's validation groups: only rules of these groups hold, and rules that are declared `always`.
   * @default none: all rules hold
   */
  readonly groups?: readonly string[];
  /**
   * A semantic version, such as `1.2.0`, to distinguish definitions of the same name. The bare name gets the version
   * that `select` chooses; `name@1.2.0` gets this one.
   * @default none, or that of the pack that contains it
   */
  readonly version?: string;
  /** The labels that point to this version, such as `production`. Each label of a name points to one version. */
  readonly labels?: readonly string[];
  /**
   * What it is about, such as `review`, for catalogues to sort and filter by: each one line of at most 40 characters.
   * @default none, or those of the packs that contain it, which are added in any case
   */
  readonly tags?: readonly string[];
  /** Marks it as deprecated, or names its replacement; shown to clients, and logged once. */
  readonly deprecated?: boolean | string;
  /** The interceptors around its calls and completions, outermost first. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** The arguments of a handler whose decorator declares no `args`. */
export interface NoArgsDeclared {}

/** The options of a decorator, with a class of arguments and examples of them. */
export type WithArguments<Options extends DefinitionOptions, Args extends object> = Omit<
  Options,
  'args' | 'examples'
> & {
  readonly args?: Class<Args>;
  readonly examples?: readonly Partial<NoInfer<Args>>[];
};

const ICON: Known<Icon> = { src: true, mimeType: true, sizes: true, theme: true };

function isIcon(icon: unknown): boolean {
  return (
    isPlainObject(icon) &&
    Object.entries(icon).every(([name, value]) => value === undefined || Object.hasOwn(ICON, name))
  );
}

/** The names of the options, and what some must be. */
export const DEFINITION_OPTIONS: Known<DefinitionOptions> = {
  name: TEXT,
  title: TEXT,
  description: TEXT,
  icons: new OptionKind(`an array of { ${Object.keys(ICON).join(', ')} }`, (given) => {
    return Array.isArray(given) && given.every(isIcon);
  }),
  args: true,
  examples: new OptionKind(
    'an array of objects with arguments',
    (given) => Array.isArray(given) && given.every(isObject),
  ),
  groups: TEXTS,
  version: TEXT,
  labels: TEXTS,
  tags: TEXTS,
  deprecated: new OptionKind('true, or a string that says what to use instead', (given) => {
    return typeof given === 'boolean' || typeof given === 'string';
  }),
  interceptors: INTERCEPTORS,
  ...VISIBILITY_OPTIONS,
};
