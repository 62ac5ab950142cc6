import type { Host, KindName } from '@cuecard/core';
import { describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

export const nameRewritten: Rule = {
  id: 'name-rewritten',
  severity: 'warning',
  summary: 'A host gives a name other characters',
  *find({ definitions, hosts }) {
    for (const each of definitions) {
      const { kind, name } = each.contract;
      const shown = hosts.map((host) => ({ host: host.key, name: nameIn(host, kind, name) }));
      const others = shown.filter((one) => one.name !== name).map((one) => `"${one.name}" in ${one.host}`);
      if (others.length === 0) continue;
      const message = `${describeDefinition(each)} becomes ${others.join(' and ')}`;
      yield { of: each, message, fix: 'Use letters, digits and "_", which every known host keeps' };
    }
  },
};

const LISTS = { prompt: 'prompts', tool: 'tools', resource: undefined } as const;

function nameIn({ profile }: Host, kind: KindName, name: string): string {
  const list = LISTS[kind];
  const replaced: Readonly<Record<string, string>> = (list && profile.rewrites?.[list]) ?? {};
  return name.replaceAll(/[-_./]/g, (character) => replaced[character] ?? character);
}
