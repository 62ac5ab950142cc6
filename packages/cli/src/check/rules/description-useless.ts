import { argumentsOf, describeDefinition } from '../arguments.js';
import type { Violation, Rule } from '../rule.js';

export const uselessDescription: Rule = {
  id: 'description-useless',
  severity: 'warning',
  summary: 'A description only repeats the name',
  find: (project) => [...definitionViolations(project), ...argumentViolations(project)],
};

function* definitionViolations({ definitions }: Parameters<Rule['find']>[0]): Generator<Violation> {
  for (const each of definitions) {
    const { kind, name, title = '', description } = each.contract;
    if (!isUseless(description, `${name} ${title} ${kind}`)) continue;
    const message = `${describeDefinition(each)} has the description ${JSON.stringify(description)}; it only repeats the name`;
    yield { of: each, message, fix: 'Describe what it does, and when to choose it' };
  }
}

function* argumentViolations(project: Parameters<Rule['find']>[0]): Generator<Violation> {
  for (const { of, argument, schema } of argumentsOf(project)) {
    const isListed = schema.enum !== undefined || schema['oneOf'] !== undefined; // The choices say what it is.
    if (isListed || !isUseless(schema.description, `${argument} ${schema.title ?? ''}`)) continue;
    const message = `${argument} of ${describeDefinition(of)} has the description ${JSON.stringify(schema.description)}; it only repeats the name`;
    yield { of, argument, message, fix: 'Describe its meaning, its form or unit, and its effect' };
  }
}

/** Words without a meaning by themselves. */
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
