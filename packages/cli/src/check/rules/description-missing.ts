import { argumentsOf, subjectOf } from '../arguments.js';
import type { Rule } from '../rule.js';

export const definitionDescription: Rule = {
  id: 'description-missing',
  severity: 'error',
  summary: 'A prompt, tool or resource has no description',
  *find({ definitions }) {
    for (const { definition, contract } of definitions) {
      const isDescribed = contract.description !== undefined && contract.description.trim() !== '';
      if (isDescribed) continue;
      yield { definition, message: `${subjectOf(definition)} has no description`, fix: FIX };
    }
  },
};

const FIX = 'Say what it does, for the people and models that choose from a list';

export const argumentDescription: Rule = {
  id: 'argument-description-missing',
  severity: 'warning',
  summary: 'An argument has no description',
  *find(project) {
    for (const { definition, argument, schema } of argumentsOf(project)) {
      if (schema.description !== undefined && schema.description.trim() !== '') continue;
      const message = `${argument.name} of ${subjectOf(definition)} has no description`;
      yield { definition, argument, message, fix: `Describe it: @Arg({ description: '…' })` };
    }
  },
};
