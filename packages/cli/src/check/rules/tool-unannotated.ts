import { subjectOf } from '../arguments.js';
import type { Rule } from '../rule.js';

export const toolUnannotated: Rule = {
  id: 'tool-unannotated',
  severity: 'warning',
  summary: 'A tool does not say whether it only reads',
  *find({ definitions }) {
    for (const { definition, contract } of definitions) {
      if (contract.kind !== 'tool' || contract.annotations !== undefined) continue;
      const message = `${subjectOf(definition)} has no annotations, so hosts take it for one that destroys`;
      yield {
        definition,
        message,
        fix: 'Say what it does: annotations: { readOnlyHint: true }, or { destructiveHint: false }',
      };
    }
  },
};
