import { isPlainObject, OptionKind } from '../text/option-kinds.js';

/** What a host puts instead of characters of names; letters and digits stay. */
export type Replacements = Readonly<Partial<Record<'_' | '-' | '.' | '/', string>>>;

/** How a host rewrites the names of prompts and of tools. */
export interface NameRewriting {
  readonly prompts?: Replacements;
  readonly tools?: Replacements;
  /**
   * Whether the host marks names that become the same, so that all are usable.
   * @default false: one of them is
   */
  readonly tellsApart?: boolean;
}

export const NAME_REWRITING = new OptionKind(
  `an object such as { tools: { '.': '-' }, tellsApart: true }, with replacements of "_", "-", "." and "/"`,
  (given) => isPlainObject(given) && Object.entries(given).every(isPart),
);

const REPLACED = /[-_./]/g;

/** A name as it becomes in a host. */
export function rewritten(name: string, replacements: Replacements): string {
  return name.replace(REPLACED, (each) => replacements[each as keyof Replacements] ?? each);
}

function isPart([key, part]: [string, unknown]): boolean {
  if (key === 'tellsApart') return typeof part === 'boolean';
  return (key === 'prompts' || key === 'tools') && isPlainObject(part) && Object.entries(part).every(isReplacement);
}

function isReplacement([character, replacement]: [string, unknown]): boolean {
  return /^[-_./]$/.test(character) && typeof replacement === 'string';
}
