import { describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

/** Hosts cut the names of tools at 64 characters, with the name of the server in front. */
const LONGEST = 40;

export const nameLong: Rule = {
  id: 'name-long',
  severity: 'warning',
  summary: 'A host cuts the name of a tool',
  *find({ definitions }) {
    for (const each of definitions) {
      const { kind, name } = each.contract;
      if (kind !== 'tool' || name.length <= LONGEST) continue;
      const message = `${describeDefinition(each)} has a name of ${name.length} characters, which hosts may cut`;
      yield { of: each, message, fix: `Give it a name of at most ${LONGEST} characters` };
    }
  },
};
