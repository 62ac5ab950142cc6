import { type Defect, type DefinitionFault, faultAt } from '../definition-error.js';
import type { InjectableClass } from '../types.js';
import { shown } from '../text/option-kinds.js';

/** The number of characters of a tag at most: tags stand side by side in lists. */
const LONGEST = 40;

/** One line of a few characters. */
function isTag(text: string): boolean {
  return text !== '' && text.trim() === text && !/\p{C}|\p{Zl}|\p{Zp}/u.test(text) && [...text].length <= LONGEST;
}

/** The tags that a decorator declares, each once. */
export function tagsOf({ tags = [] }: { readonly tags?: readonly string[] }): readonly string[] {
  return tags.length === 0 ? NONE : Object.freeze([...new Set(tags)]);
}

const NONE = Object.freeze([]);

/** What is wrong with the tags of a definition or a pack. */
export function tagDefects(tags: readonly string[] = []): Defect[] {
  return tags
    .filter((tag) => !isTag(tag))
    .map((tag) => ({
      id: 'tag-invalid',
      problem: `has the tag ${shown(tag)}, which is invalid`,
      remedy: `Use one line of at most ${LONGEST} characters, without spaces around it`,
    }));
}

export function tagFaults({ name }: InjectableClass, tags: readonly string[] | undefined): DefinitionFault[] {
  return tagDefects(tags).map((defect) => ({ ...faultAt(name), ...defect }));
}

/** The tags of a pack, then those of what is in it, each once. */
export function joinedTags(outer: readonly string[] | undefined, inner: readonly string[]): readonly string[] {
  if (outer === undefined || outer.length === 0) return inner;
  return Object.freeze([...new Set([...outer, ...inner])]);
}
