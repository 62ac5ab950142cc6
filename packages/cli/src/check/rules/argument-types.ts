import type { ArgDefinition } from '@cuecard/core';
import type { Declaration } from '../../source/sources.js';
import { child, children, nameOf, type Syntax } from '../../source/syntax.js';
import { typeOf, unionOf, valuesIn } from '../../source/types.js';
import { describeDefinition } from '../arguments.js';
import type { CheckedDefinition, CheckedProject, Rule } from '../rule.js';

export const argumentValuesUnchecked: Rule = {
  id: 'argument-values-unchecked',
  severity: 'warning',
  summary: 'The type of a property lists values, but the argument accepts others',
  needsProject: true,
  *find(project) {
    for (const { of, argument, declared } of propertiesOf(project)) {
      if (!argument.acceptsAnyText || isRuled(declared.node)) continue;
      const listed = valuesIn(typeOf(declared.node), declared.source, project.sources);
      if (listed === undefined) continue;
      const message = `${argument.name} of ${describeDefinition(of)} accepts other values than its type lists`;
      const { enumName, values } = listed;
      const fix =
        enumName === undefined
          ? `List them: @IsIn([${values.join(', ')}])`
          : `Declare it: ${inArg(declared, enumName)}`;
      yield { of, argument: argument.name, message, fix };
    }
  },
};

export const argumentOptionalType: Rule = {
  id: 'argument-optional-type',
  severity: 'warning',
  summary: 'The type of a property allows `undefined`, but the argument is required',
  needsProject: true,
  *find(project) {
    for (const { of, argument, declared } of propertiesOf(project)) {
      if (!argument.isAlwaysRequired || !isOptional(declared.node)) continue;
      const { name, property } = argument;
      const message = `${name} of ${describeDefinition(of)} is required, but the type of its property allows undefined`;
      yield { of, argument: name, message, fix: `Add @IsOptional(), or write \`${property}!\` without undefined` };
    }
  },
};

interface CheckedProperty {
  readonly of: CheckedDefinition;
  readonly argument: ArgDefinition;
  readonly declared: Declaration;
}

/** The arguments that are properties of a class in the files of the project. */
function* propertiesOf({ definitions, sources }: CheckedProject): Generator<CheckedProperty> {
  for (const of of definitions)
    for (const argument of of.definition?.arguments.arguments ?? []) {
      const declared = of.definition && sources.argument(of.definition, argument);
      if (declared?.node.type === 'PropertyDefinition') yield { of, argument, declared };
    }
}

/** Whether a rule or a transformation may restrict the values, under some condition or by its own code. */
function isRuled(property: Syntax): boolean {
  const names = children(property, 'decorators').map((each) => nameOf(child(child(each, 'expression'), 'callee')));
  return names.some((name) => RULES.has(name));
}

const RULES: ReadonlySet<string | undefined> = new Set(['IsIn', 'IsEnum', 'Equals', 'Validate', 'Transform']);

function isOptional(property: Syntax): boolean {
  return property['optional'] === true || unionOf(typeOf(property)).some(({ type }) => type === 'TSUndefinedKeyword');
}

function inArg({ node }: Declaration, enumName: string): string {
  const isList = typeOf(node)?.type === 'TSArrayType';
  return `@Arg({ ${isList ? 'items' : 'type'}: ${enumName} })`;
}
