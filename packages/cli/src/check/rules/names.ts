import type { Host, KindName } from '@cuecard/core';
import { type CheckedDefinition, describeDefinition, findInDefinitions, type Rule } from '../rule.js';

/** Hosts cut the names of tools at 64 characters, with the name of the server in front. */
const LONGEST = 40;

export const nameLong: Rule = {
  id: 'name-long',
  severity: 'warning',
  summary: 'The name of a tool is too long for some hosts',
  find: findInDefinitions(({ contract: { kind, name } }, subject) =>
    kind === 'tool' && name.length > LONGEST
      ? {
          message: `${subject} has a name of ${name.length} characters, which some hosts shorten`,
          fix: `Use a name of at most ${LONGEST} characters`,
        }
      : undefined,
  ),
};

export const nameRewritten: Rule = {
  id: 'name-rewritten',
  severity: 'warning',
  summary: 'A host replaces characters of a name',
  find: findInDefinitions(({ contract: { kind, name } }, subject, { hosts }) => {
    const shown = hosts.map((host) => ({ host: host.key, name: nameIn(host, kind, name) }));
    const others = shown.filter((one) => one.name !== name).map((one) => `"${one.name}" in ${one.host}`);
    if (others.length === 0) return undefined;
    const fix = 'Use only letters, digits and "_": every known host keeps them';
    return { message: `${subject} becomes ${others.join(' and ')}`, fix };
  }),
};

const LISTS = { prompt: 'prompts', tool: 'tools', resource: undefined } as const;

function nameIn({ profile }: Host, kind: KindName, name: string): string {
  const list = LISTS[kind];
  const replaced: Readonly<Record<string, string>> = (list && profile.rewrites?.[list]) ?? {};
  return name.replaceAll(/[-_./]/g, (character) => replaced[character] ?? character);
}

export const titleDuplicate: Rule = {
  id: 'title-duplicate',
  severity: 'warning',
  summary: 'Two definitions have the same title',
  *find({ definitions }) {
    const first = new Map<string, string>();
    for (const each of definitions) {
      const { kind, name, title } = each.contract;
      if (title === undefined) continue;
      const key = `${kind} ${title.normalize('NFKC').trim().toLowerCase()}`;
      const other = first.get(key) ?? name;
      first.set(key, other);
      if (other === name) continue; // Another version of it.
      const message = `${describeDefinition(each)} has the same title as ${other}: "${title}"`;
      yield { of: each, message, fix: 'Choose different titles: hosts show them instead of the names' };
    }
  },
};

export const namesConfusable: Rule = {
  id: 'names-confusable',
  severity: 'warning',
  summary: 'Two names are easily confused',
  *find({ definitions }) {
    const names = new Map(definitions.map((each) => [`${each.contract.kind} ${each.contract.name}`, each]));
    const seen = new Map<string, CheckedDefinition>();
    const pairs = new Set<string>();
    for (const each of names.values()) {
      for (const form of formsOf(each)) {
        const other = seen.get(form);
        if (other === undefined) seen.set(form, each);
        else if (isConfusable(each.contract.name, other.contract.name) && !pairs.has(pairOf(each, other))) {
          pairs.add(pairOf(each, other));
          const message = `${describeDefinition(each)} is easily confused with ${other.contract.name}`;
          yield { of: each, message, fix: 'Choose names that differ by at least one word' };
        }
      }
    }
  },
};

/** Shorter names that differ by a character are often different words: `mail`, `main`. */
const SHORTEST = 6;

function pairOf({ contract: { kind, name } }: CheckedDefinition, other: CheckedDefinition): string {
  return JSON.stringify([kind, name, other.contract.name]);
}

/** Keys that two names share if they look alike, or differ by a character. */
function formsOf({ contract: { kind, name } }: CheckedDefinition): string[] {
  const skeleton = skeletonOf(name);
  const shortened = [...skeleton].map((_, at) => skeleton.slice(0, at) + skeleton.slice(at + 1));
  const near = name.length < SHORTEST ? [] : shortened;
  return [...new Set([skeleton, ...near])].map((form) => `${kind} ${form}`);
}

/** A name without the differences that a reader overlooks. */
function skeletonOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[-_./]/g, '_')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

function isConfusable(one: string, other: string): boolean {
  if (one === other || isNumbered(one, other)) return false;
  const [a, b] = [skeletonOf(one), skeletonOf(other)];
  return a === b || (Math.min(one.length, other.length) >= SHORTEST && isNear(a, b));
}

/** `step_1` and `step_2` differ on purpose. */
function isNumbered(one: string, other: string): boolean {
  return one.replaceAll(/\d+/g, '#') === other.replaceAll(/\d+/g, '#');
}

/** Whether one character was added, removed or replaced, or two were swapped. */
function isNear(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [a, b] = [one.slice(start), other.slice(start)];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}
