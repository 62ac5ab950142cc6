import type { Host, KindName } from '@cuecard/core';
import { subjectOf } from '../arguments.js';
import type { Rule } from '../rule.js';

export const nameRewritten: Rule = {
  id: 'name-rewritten',
  severity: 'warning',
  summary: 'A host gives a name other characters',
  *find({ definitions, hosts }) {
    for (const { definition } of definitions) {
      const { kind, name } = definition;
      const shown = hosts.map((host) => ({ host: host.key, name: nameIn(host, kind.name, name) }));
      const others = shown.filter((each) => each.name !== name).map((each) => `"${each.name}" in ${each.host}`);
      if (others.length === 0) continue;
      const message = `${subjectOf(definition)} becomes ${others.join(' and ')}`;
      yield { definition, message, fix: 'Use letters, digits and "_", which every known host keeps' };
    }
  },
};

const LISTS = { prompt: 'prompts', tool: 'tools', resource: undefined } as const;

function nameIn({ profile }: Host, kind: KindName, name: string): string {
  const list = LISTS[kind];
  const replaced: Readonly<Record<string, string>> = (list && profile.rewrites?.[list]) ?? {};
  return name.replaceAll(/[-_./]/g, (character) => replaced[character] ?? character);
}
