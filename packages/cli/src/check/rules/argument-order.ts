import { describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

export const argumentOrder: Rule = {
  id: 'argument-order',
  severity: 'warning',
  summary: 'A required argument of a prompt comes after an optional one',
  *find({ definitions }) {
    for (const each of definitions) {
      const { kind, arguments: schema } = each.contract;
      if (kind !== 'prompt') continue; // Tools and resources take their arguments by name.
      const names = Object.keys(schema?.properties ?? {});
      const isRequired = (name: string) => schema?.required?.includes(name) === true;
      const optional = names.find((name) => !isRequired(name));
      const late = names.find((name, index) => isRequired(name) && index > names.indexOf(optional ?? name));
      if (late === undefined) continue;
      const message = `${late} of ${describeDefinition(each)} is required, but comes after ${optional}, which is optional`;
      yield { of: each, argument: late, message, fix: FIX };
    }
  },
};

const FIX = 'Declare required arguments first: in some hosts, users type the values in order';
