import { namesInHosts } from '@cuecard/core';
import { subjectOf } from '../arguments.js';
import type { Rule } from '../rule.js';

export const nameRewritten: Rule = {
  id: 'name-rewritten',
  severity: 'warning',
  summary: 'A host gives a name other characters',
  *find({ definitions }) {
    for (const { definition } of definitions) {
      const { kind, name } = definition;
      const hosts = [...namesInHosts({ kind: kind.name, name })].map(([host, shown]) => `"${shown}" in ${host}`);
      if (hosts.length === 0) continue;
      const message = `${subjectOf(definition)} becomes ${hosts.join(' and ')}`;
      yield { definition, message, fix: 'Use letters, digits and "_", which every known host keeps' };
    }
  },
};
