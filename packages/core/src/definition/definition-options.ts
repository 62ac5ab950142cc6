import { type InterceptorEntry, INTERCEPTORS } from '../api/calls.js';
import type { Icon } from '../protocol.js';
import type { Class } from '../types.js';
import {
  isObject,
  isPlainObject,
  OptionKind,
  STRING,
  STRINGS,
  describeValue,
  type OptionKinds,
} from '../text/option-kinds.js';
import { VISIBILITY_OPTIONS, type VisibilityOptions } from './visibility.js';
import { type Defect, defect } from '../definition-error.js';
import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';

/** The options that the decorators of all kinds share. */
export interface DefinitionOptions extends VisibilityOptions {
  /**
   * The name by which clients request the definition: letters, digits, `_`, `-`, `.` and `/`, at most 128 characters.
   * @default the class name in snake case, without the suffix for its kind: `code_review` for `CodeReviewPrompt`
   */
  readonly name?: string;
  /** A display name. Clients show it from protocol revision 2025-06-18 on. */
  readonly title?: string;
  /** The description that users read in the list. */
  readonly description?: string;
  /**
   * Icons to show next to the name, each an `https:` or `data:` URI. Clients show them from protocol revision
   * 2025-11-25 on.
   */
  readonly icons?: readonly Icon[];
  /**
   * The class whose `@Arg` properties are the arguments.
   * @default none: the definition takes no arguments
   */
  readonly args?: Class;
  /**
   * Sample arguments, with the types of the arguments class. They are checked at start-up. They appear in schemas, and
   * in elicitations for missing arguments.
   * @default none
   */
  readonly examples?: readonly object[];
  /**
   * class-validator's validation groups. Only rules in these groups, and rules with `always`, apply.
   * @default none: all rules apply
   */
  readonly groups?: readonly string[];
  /**
   * A semantic version, such as `1.2.0`, to distinguish definitions of the same name. A request for `name` gets the
   * version that `select` chooses; a request for `name@1.2.0` gets version 1.2.0.
   * @default none, or the version of the pack that contains the definition
   */
  readonly version?: string;
  /** The labels of this version, such as `production`. Two versions of one name cannot share a label. */
  readonly labels?: readonly string[];
  /**
   * Subjects by which catalogues sort and filter, such as `review`. Each is one line of at most 40 characters.
   * @default none; the tags of the packs that contain the definition are always added
   */
  readonly tags?: readonly string[];
  /**
   * Whether the definition is deprecated, or a string that says what to use instead. Clients see this in the list. The
   * first use is logged.
   */
  readonly deprecated?: boolean | string;
  /** The interceptors that run around the definition's calls and completions, outermost first. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** The arguments type of decorators without the option `args`. */
export interface NoArgsDeclared {}

/** The options of a decorator, typed by the arguments class. */
export type WithArguments<Options extends DefinitionOptions, Args extends object> = Omit<
  Options,
  'args' | 'examples'
> & {
  readonly args?: Class<Args>;
  readonly examples?: readonly Partial<NoInfer<Args>>[];
};

const ICON: OptionKinds<Icon> = { src: true, mimeType: true, sizes: true, theme: true };

function isIcon(icon: unknown): boolean {
  return (
    isPlainObject(icon) &&
    Object.entries(icon).every(([name, value]) => value === undefined || Object.hasOwn(ICON, name))
  );
}

export const DEFINITION_OPTIONS: OptionKinds<DefinitionOptions> = {
  name: STRING,
  title: STRING,
  description: STRING,
  icons: new OptionKind(`an array of { ${Object.keys(ICON).join(', ')} }`, (value) => {
    return Array.isArray(value) && value.every(isIcon);
  }),
  args: true,
  examples: new OptionKind(
    'an array of objects, each with the arguments of one call',
    (value) => Array.isArray(value) && value.every(isObject),
  ),
  groups: STRINGS,
  version: STRING,
  labels: STRINGS,
  tags: STRINGS,
  deprecated: new OptionKind('true, or a string that says what to use instead', (value) => {
    return typeof value === 'boolean' || typeof value === 'string';
  }),
  interceptors: INTERCEPTORS,
  ...VISIBILITY_OPTIONS,
};

/** The maximum length of a tag, because lists show several tags in a row. */
const MAX_TAG = 40;

function isTag(text: string): boolean {
  return text !== '' && text.trim() === text && !/\p{C}|\p{Zl}|\p{Zp}/u.test(text) && [...text].length <= MAX_TAG;
}

export function tagDefects(tags: readonly string[] = []): Defect[] {
  const remedy = `Use a single line of at most ${MAX_TAG} characters, without leading or trailing spaces`;
  const invalid = tags.filter((tag) => !isTag(tag)).map(describeValue);
  return invalid.map((tag) => defect('tag-invalid', `has the tag ${tag}, which is invalid`, remedy));
}

/** Joins a pack's tags with those of a definition, without duplicates. */
export function joinTags(outer: readonly string[] | undefined, inner: readonly string[]): readonly string[] {
  if (outer === undefined || outer.length === 0) return inner;
  return Object.freeze([...new Set([...outer, ...inner])]);
}

interface Versioned {
  readonly version: string | undefined;
}

/** Whether a string is a semantic version, as defined by https://semver.org. */
export function isVersion(text: string): boolean {
  return parse(text)?.raw === text && /^\d/.test(text);
}

/**
 * Whether a string is a valid label. A label cannot look like a version, and cannot be "latest", which always means the
 * highest version.
 */
export function isLabel(text: string): boolean {
  return /^[A-Za-z_-][A-Za-z0-9_-]*$/.test(text) && text !== 'latest';
}

export function versionDefects({ version, labels = [] }: DefinitionOptions): Defect[] {
  const invalid = labels.filter((label) => !isLabel(label));
  return [
    ...(version === undefined || isVersion(version) ? [] : [invalidVersionDefect(version)]),
    ...(labels.length > 0 && version === undefined ? [UNVERSIONED] : []),
    ...invalid.map((label) => defect('label-invalid', `has the label "${label}", which is invalid`, LABEL_REMEDY)),
  ];
}

const UNVERSIONED = defect('label-without-version', 'has labels but no version', 'Set a version, or remove the labels');

export function missingNameDefect(remedy: string): Defect {
  return defect('name-missing', 'has no name', remedy);
}

export function invalidVersionDefect(version: string): Defect {
  const problem = `has the version "${version}", which is not a semantic version`;
  return defect('version-invalid', problem, 'Use a semantic version, such as 1.2.0 or 2.0.0-beta.1');
}

const LABEL_REMEDY =
  'Use letters, digits, "_" and "-", and do not begin with a digit. The label "latest" is reserved for the highest release';

/** Compares versions, to sort them highest first, with releases before prereleases. */
export function compareVersions({ version: a = '0.0.0' }: Versioned, other: Versioned): number {
  const { version: b = '0.0.0' } = other;
  return Number(isPrerelease(a)) - Number(isPrerelease(b)) || compareBuild(b, a);
}

function isPrerelease(version: string): boolean {
  return (parse(version)?.prerelease.length ?? 0) > 0;
}

/** Splits a requested name: `review`, or `review@1.2.0` for one version of `review`. */
export function splitName(requested: string): { readonly name: string; readonly version: string | undefined } {
  const separator = requested.indexOf('@');
  return separator < 0
    ? { name: requested, version: undefined }
    : { name: requested.slice(0, separator), version: requested.slice(separator + 1) };
}

/** Groups values by a key, in their original order. */
export function groupBy<Value, Key>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
