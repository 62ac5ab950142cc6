import { describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

/** The text that the registry sets for `deprecated: true`. */
const UNSAID = 'It may be removed in a later release';

export const deprecatedWithoutReplacement: Rule = {
  id: 'deprecated-without-replacement',
  severity: 'warning',
  summary: 'A deprecated definition names no replacement',
  *find({ definitions }) {
    for (const each of definitions) {
      if (each.contract.deprecated !== UNSAID) continue;
      const message = `${describeDefinition(each)} is deprecated, and names no replacement`;
      yield { of: each, message, fix: "Name it: deprecated: 'Use review_change'" };
    }
  },
};
