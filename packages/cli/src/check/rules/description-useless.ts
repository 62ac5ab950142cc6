import { argumentsOf, subjectOf } from '../arguments.js';
import type { Found, Rule } from '../rule.js';

export const uselessDescription: Rule = {
  id: 'description-useless',
  severity: 'warning',
  summary: 'A description says no more than the name',
  find: (project) => [...ofDefinitions(project), ...ofArguments(project)],
};

function* ofDefinitions({ definitions }: Parameters<Rule['find']>[0]): Generator<Found> {
  for (const { definition, contract } of definitions) {
    const { title = '', description } = contract;
    if (!isUseless(description, `${definition.name} ${title} ${definition.kind.name}`)) continue;
    const message = `${subjectOf(definition)} has the description ${JSON.stringify(description)}, which its name says already`;
    yield { definition, message, fix: 'Say what it does, and when to choose it' };
  }
}

function* ofArguments(project: Parameters<Rule['find']>[0]): Generator<Found> {
  for (const { definition, argument, schema } of argumentsOf(project)) {
    const isListed = !argument.acceptsAnyText; // The choices say what it is.
    if (isListed || !isUseless(schema.description, `${argument.name} ${schema.title ?? ''}`)) continue;
    const message = `${argument.name} of ${subjectOf(definition)} has the description ${JSON.stringify(schema.description)}, which its name says already`;
    yield { definition, argument, message, fix: 'Say what it means, in which form or unit, and what it changes' };
  }
}

/** Words that say nothing by themselves. */
const EMPTY = new Set(
  'a an the of for to is this its prompt tool resource argument parameter value input string todo tbd fixme'.split(' '),
);

function isUseless(description: string | undefined, known: string): boolean {
  const words = wordsOf(description ?? '');
  const names = new Set(wordsOf(known));
  return words.length > 0 && words.every((word) => EMPTY.has(word) || names.has(word));
}

function wordsOf(text: string): string[] {
  const split = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return split.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
