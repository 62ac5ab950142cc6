import type { Rule } from '../rule.js';
import { suppressionsIn } from '../suppressions.js';

export const suppressionInvalid: Rule = {
  id: 'suppression-invalid',
  severity: 'warning',
  summary: 'A comment to silence a rule names an unknown rule, or gives no reason',
  needsProject: true,
  *find({ sources, ids }) {
    for (const source of sources.containing('cuecard-ignore')) {
      for (const { rule, reason, at } of suppressionsIn(source)) {
        const isKnown = ids.has(rule);
        if (isKnown && reason !== '') continue;
        const message = isKnown ? `The comment gives no reason for ignoring ${rule}` : `There is no rule "${rule}"`;
        yield { at, message, fix: 'Write // cuecard-ignore rule-id: reason' };
      }
    }
  },
};
