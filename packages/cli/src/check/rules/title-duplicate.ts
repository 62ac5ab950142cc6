import { describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

export const titleDuplicate: Rule = {
  id: 'title-duplicate',
  severity: 'warning',
  summary: 'Two names have the same title',
  *find({ definitions }) {
    const first = new Map<string, string>();
    for (const each of definitions) {
      const { kind, name, title } = each.contract;
      if (title === undefined) continue;
      const key = `${kind} ${title.normalize('NFKC').trim().toLowerCase()}`;
      const other = first.get(key) ?? name;
      first.set(key, other);
      if (other === name) continue; // Another version of it.
      const message = `${describeDefinition(each)} has the title "${title}", as ${other} has`;
      yield { of: each, message, fix: 'Choose different titles: hosts show them instead of the names' };
    }
  },
};
