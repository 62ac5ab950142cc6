import { describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

/** What the registry says of `deprecated: true`. */
const UNSAID = 'It may be removed in a later release';

export const deprecatedWithoutReplacement: Rule = {
  id: 'deprecated-without-replacement',
  severity: 'warning',
  summary: 'What is deprecated does not say what to use instead',
  *find({ definitions }) {
    for (const each of definitions) {
      if (each.contract.deprecated !== UNSAID) continue;
      const message = `${describeDefinition(each)} is deprecated, and says nothing of what to use instead`;
      yield { of: each, message, fix: "Say it: deprecated: 'Use review_change'" };
    }
  },
};
