import { argumentsOf } from '../arguments.js';
import { type CheckedProject, describeDefinition, findInDefinitions, type Rule, type Violation } from '../rule.js';

export const definitionDescription: Rule = {
  id: 'description-missing',
  severity: 'error',
  summary: 'A prompt, tool or resource has no description',
  find: findInDefinitions(({ contract: { description = '' } }, subject) =>
    description.trim() === ''
      ? {
          message: `${subject} has no description`,
          fix: 'Describe what it does: users and models choose by the description',
        }
      : undefined,
  ),
};

const DESCRIBE = 'Describe the argument';

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

export const uselessDescription: Rule = {
  id: 'description-useless',
  severity: 'warning',
  summary: 'A description only repeats the name',
  find: (project) => [...definitionViolations(project), ...argumentViolations(project)],
};

function* definitionViolations({ definitions }: CheckedProject): Generator<Violation> {
  for (const each of definitions) {
    const { kind, name, title = '', description } = each.contract;
    if (!isUseless(description, `${name} ${title} ${kind}`)) continue;
    const message = `The description of ${describeDefinition(each)} only repeats the name: ${JSON.stringify(description)}`;
    yield { of: each, message, fix: 'Describe what it does, and when to choose it' };
  }
}

function* argumentViolations(project: CheckedProject): Generator<Violation> {
  for (const { of, argument, schema } of argumentsOf(project)) {
    const isListed = schema.enum !== undefined || schema['oneOf'] !== undefined; // The choices say what it is.
    if (isListed || !isUseless(schema.description, `${argument} ${schema.title ?? ''}`)) continue;
    const message = `The description of ${argument} of ${describeDefinition(of)} only repeats the name: ${JSON.stringify(schema.description)}`;
    yield { of, argument, message, fix: 'Describe the meaning, the format or unit, and the effect' };
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

/** The text that the registry sets for `deprecated: true`. */
const NO_REPLACEMENT = 'It may be removed in a later release';

export const deprecatedWithoutReplacement: Rule = {
  id: 'deprecated-without-replacement',
  severity: 'warning',
  summary: 'A deprecated definition names no replacement',
  find: findInDefinitions(({ contract: { deprecated } }, subject) =>
    deprecated === NO_REPLACEMENT
      ? {
          message: `${subject} is deprecated, but names no replacement`,
          fix: "Name the replacement: deprecated: 'Use review_change'",
        }
      : undefined,
  ),
};

export const toolUnannotated: Rule = {
  id: 'tool-unannotated',
  severity: 'warning',
  summary: 'A tool does not declare whether it is read-only',
  find: findInDefinitions(({ contract: { kind, annotations } }, subject) =>
    kind === 'tool' && annotations === undefined
      ? {
          message: `${subject} has no annotations, so hosts treat it as destructive`,
          fix: 'Set annotations: { readOnlyHint: true }, or { destructiveHint: false }',
        }
      : undefined,
  ),
};
