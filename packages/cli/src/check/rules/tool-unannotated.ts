import { describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

export const toolUnannotated: Rule = {
  id: 'tool-unannotated',
  severity: 'warning',
  summary: 'A tool does not say whether it only reads',
  *find({ definitions }) {
    for (const each of definitions) {
      if (each.contract.kind !== 'tool' || each.contract.annotations !== undefined) continue;
      const message = `${describeDefinition(each)} has no annotations, so hosts take it for one that destroys`;
      yield {
        of: each,
        message,
        fix: 'Set annotations: { readOnlyHint: true }, or { destructiveHint: false }',
      };
    }
  },
};
