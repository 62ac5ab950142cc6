import { argumentsOf, describeDefinition } from '../arguments.js';
import type { Rule } from '../rule.js';

export const definitionDescription: Rule = {
  id: 'description-missing',
  severity: 'error',
  summary: 'A prompt, tool or resource has no description',
  *find({ definitions }) {
    for (const each of definitions) {
      const { description = '' } = each.contract;
      const isDescribed = description.trim() !== '';
      if (isDescribed) continue;
      yield { of: each, message: `${describeDefinition(each)} has no description`, fix: FIX };
    }
  },
};

const FIX = 'Describe what it does, for the users and models that choose from a list';

const DESCRIBE = 'Describe it';

export const argumentDescription: Rule = {
  id: 'argument-description-missing',
  severity: 'warning',
  summary: 'An argument has no description',
  *find(project) {
    for (const { of, argument, schema } of argumentsOf(project)) {
      if (schema.description !== undefined && schema.description.trim() !== '') continue;
      const message = `${argument} of ${describeDefinition(of)} has no description`;
      const fix = of.definition === undefined ? DESCRIBE : `${DESCRIBE}: @Arg({ description: '…' })`;
      yield { of, argument, message, fix };
    }
  },
};
