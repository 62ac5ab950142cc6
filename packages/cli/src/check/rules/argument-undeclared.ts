import type { Definition } from '@cuecard/core';
import type { Declaration, Sources } from '../../source/sources.js';
import { describeDefinition } from '../arguments.js';
import { methodOf, propertiesRead, readByItself } from '../handler-code.js';
import type { Rule } from '../rule.js';

export const argumentUndeclared: Rule = {
  id: 'argument-undeclared',
  severity: 'warning',
  summary: 'A handler reads a property that is not an argument',
  needsProject: true,
  *find({ definitions, sources }) {
    for (const each of definitions) {
      const { definition } = each;
      if (definition === undefined || definition.kind.name === 'resource') continue; // It may read members of the URI.
      const { arguments: declared, type } = definition.arguments;
      const known = new Set([...declared.map(({ property }) => property), ...readByItself(type, sources)]);
      const sample = sampleOf(type);
      for (const name of propertiesRead(each) ?? []) {
        if (known.has(name) || sample[name] !== undefined) continue;
        const at = declared.length === 0 ? undefined : sources.member(type, name);
        const message = `\`${methodOf(each)}\` of ${describeDefinition(each)} reads ${name}, which is not an argument`;
        yield { of: each, message, fix: remedyFor(definition, sources, at), ...(at !== undefined && { at }) };
      }
    }
  },
};

/** Shows which properties have a value without a caller. Start-up has constructed one, too. */
function sampleOf(type: new () => object): Readonly<Record<string, unknown>> {
  return new type() as Readonly<Record<string, unknown>>;
}

function remedyFor({ arguments: plan }: Definition, sources: Sources, property: Declaration | undefined): string {
  if (plan.arguments.length === 0) return 'Declare the arguments with the option args';
  if (property !== undefined) return 'Decorate it with @Arg(), or give it a value';
  const place = sources.classOf(plan.type) === undefined ? 'args' : `${plan.type.name} with @Arg()`;
  return `Declare it in ${place}, or correct its name`;
}
