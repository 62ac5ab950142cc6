import type { ArgDefinition, Definition } from '@cuecard/core';
import type { Declaration, Sources } from '../../source/sources.js';
import { child, children, nameOf, nodesIn, type Syntax } from '../../source/syntax.js';
import { typeOf, unionOf, valuesOf } from '../../source/types.js';
import { handlerCode, methodOf, propertiesRead, readByItself } from '../handler-code.js';
import {
  type CheckedDefinition,
  type CheckedProject,
  describeDefinition,
  findInDefinitions,
  type Rule,
} from '../rule.js';

export const argumentOrder: Rule = {
  id: 'argument-order',
  severity: 'warning',
  summary: 'A prompt declares a required argument after an optional argument',
  find: findInDefinitions(({ contract: { kind, arguments: schema } }, subject) => {
    if (kind !== 'prompt') return undefined; // Tools and resources take their arguments by name.
    const names = Object.keys(schema?.properties ?? {});
    const isRequired = (name: string) => schema?.required?.includes(name) === true;
    const optional = names.find((name) => !isRequired(name));
    const late = names.find((name, index) => isRequired(name) && index > names.indexOf(optional ?? name));
    if (late === undefined) return undefined;
    const message = `${late} of ${subject} is required, but comes after ${optional}, which is optional`;
    const fix = 'Declare required arguments first: in some hosts, users type the values in order';
    return { argument: late, message, fix };
  }),
};

export const argumentValuesUnchecked: Rule = {
  id: 'argument-values-unchecked',
  severity: 'warning',
  summary: 'An argument accepts values that the type of its property does not list',
  needsProject: true,
  *find(project) {
    for (const { of, argument, declared } of propertiesOf(project)) {
      if (!argument.acceptsAnyText || isRuled(declared.node)) continue;
      const listed = valuesOf(declared.node, declared.source, project.sources);
      if (listed === undefined) continue;
      const message = `${argument.name} of ${describeDefinition(of)} accepts values that its type does not list`;
      const { enumName, values } = listed;
      const fix =
        enumName === undefined ? `Add @IsIn([${values.join(', ')}])` : `Declare the enum: ${inArg(declared, enumName)}`;
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
  if (property !== undefined) return 'Decorate the property with @Arg(), or initialize it';
  const place = sources.classOf(plan.type) === undefined ? 'args' : `${plan.type.name} with @Arg()`;
  return `Declare the argument in ${place}, or correct the name`;
}

export const argumentUnused: Rule = {
  id: 'argument-unused',
  severity: 'warning',
  summary: 'An argument is never used',
  needsProject: true,
  *find({ definitions, sources }) {
    for (const each of definitions) {
      const read = propertiesRead(each);
      if (read === undefined) continue;
      const elsewhere = namesElsewhere(each, sources);
      const method = methodOf(each);
      for (const argument of each.definition?.arguments.arguments ?? []) {
        const isUsed = read.has(argument.property) || elsewhere.has(argument.property) || argument.header !== undefined;
        if (isUsed) continue;
        const message = `${argument.name} of ${describeDefinition(each)} is never used by \`${method}\``;
        yield {
          of: each,
          argument: argument.name,
          message,
          fix: 'Use the argument or remove it: callers expect it to have an effect',
        };
      }
    }
  },
};

/** The names that the rest of a handler's class mentions, and those that the class of the arguments reads itself. */
function namesElsewhere(each: CheckedDefinition, sources: Sources): ReadonlySet<string> {
  const { declared, definition } = each;
  const code = handlerCode(each);
  const isOutside = ({ start, end }: Syntax) => code === undefined || end <= code.start || start >= code.end;
  const isClass = declared?.node.type.startsWith('Class') === true;
  const rest = isClass ? [...nodesIn(declared.node)] : [];
  const mentioned = rest.filter((node) => node.type === 'Identifier' && isOutside(node)).map(nameOf);
  return new Set(
    [...mentioned, ...(definition === undefined ? [] : readByItself(definition.arguments.type, sources))].filter(
      (name) => name !== undefined,
    ),
  );
}
