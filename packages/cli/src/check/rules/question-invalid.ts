import { type Class, type DefinitionFault, faultsOfQuestion } from '@cuecard/core';
import type { Declaration, Sources } from '../../source/sources.js';
import { children, nameOf } from '../../source/syntax.js';
import type { Rule } from '../rule.js';

export const questionInvalid: Rule = {
  id: 'question-invalid',
  severity: 'error',
  summary: 'A class that `context.ask` receives cannot be a form',
  needsProject: true,
  *find({ sources }) {
    for (const type of questionClasses(sources)) {
      for (const fault of faultsOfQuestion(type)) {
        const at = placeOf(fault, type, sources);
        if (at === undefined) continue;
        yield { at, message: `${fault.where} ${fault.problem}`, fix: fault.remedy };
      }
    }
  },
};

/** The exported classes that code passes to `context.ask`. Other classes cannot be reached from outside their file. */
function questionClasses(sources: Sources): ReadonlySet<Class> {
  const names = new Set<string>();
  for (const { questions } of sources.containing('@cuecard/core'))
    for (const [type, message] of questions.map((question) => children(question, 'arguments'))) {
      if (type?.type === 'Identifier' && message !== undefined) names.add(nameOf(type) ?? '');
    }
  return new Set(sources.exports.filter(isClass).filter(({ name }) => names.has(name)));
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && value.toString().startsWith('class');
}

function placeOf({ type: faulty, property }: DefinitionFault, type: Class, sources: Sources): Declaration | undefined {
  const owner = sources.classOf(type);
  const member = property === undefined || faulty !== type.name ? undefined : sources.member(type, property);
  return member ?? owner;
}
