import type { ArgDefinition } from '../arguments/arg-definition.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { CompileContext } from '../definition/kind.js';
import type { Defect, DefinitionFault } from '../definition-error.js';
import { RESOURCE, RESOURCE_TEMPLATE } from '../output/content-shapes.js';
import { ShapeFault } from '../output/shape.js';
import { nearest } from '../text/nearest.js';
import { type ResourceAddress, resourceEntry } from './resource-address.js';
import { AmbiguousTemplate } from './uri-template/template-boundaries.js';
import { TemplateFault } from './uri-template/template-parts.js';
import type { UriTemplate } from './uri-template/uri-template.js';

export const URI_MISSING: Defect = {
  id: 'uri-missing',
  problem: 'has no uri',
  remedy: 'Give @Resource() one, such as "config:limits" or "orders://{id}"',
};

/** The defect of an invalid or ambiguous URI or template. */
export function uriFault(uri: string, error: unknown): Defect {
  const has = `has the uri "${uri}", `;
  if (error instanceof AmbiguousTemplate) {
    const variables = error.span.variables.map(({ name }) => `"${name}"`).join(' and ');
    const problem = `${has}in which it is not clear where ${variables} ends: "${error.character}" may be part of a value`;
    return { id: 'uri-ambiguous', problem, remedy: SEPARATE_VARIABLES };
  }
  if (error instanceof TemplateFault)
    return { id: 'uri-invalid', problem: `${has}which ${error.message}`, remedy: WRITE_URI };
  throw error;
}

const SEPARATE_VARIABLES = 'Separate variables by a character that values do not contain, such as "/" or ","';
const WRITE_URI = 'Write a URI, or a URI template of RFC 6570';

/** The faults of a valid URI or template: of its scheme, its variables and its options. */
export function addressFaults({ place, plan, options }: CompileContext, address: ResourceAddress): DefinitionFault[] {
  const { template, methods } = address;
  const args = options.args?.name;
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(template.start);
  const isFull = (name: string) => template.variables.some((each) => each.name === name && each.length === undefined);
  const isMissing = ({ name, isRequired }: ArgDefinition) => isRequired && !template.names.includes(name);
  const defects = [
    ...(hasScheme ? [] : [withoutScheme(template)]),
    ...template.names
      .filter((name) => plan.get(name) === undefined)
      .map((name) => unknownVariable(name, template, args, plan)),
    ...template.names.filter((name) => !isFull(name)).map((name) => partialVariable(name, template)),
    ...plan.arguments.filter(isMissing).map(({ name }) => missingVariable(name, template, args)),
    ...(hasScheme ? entryDefects(address) : []), // A URI without a scheme is a fault already.
    ...(template.isFixed && methods.includes('list') ? [listWithoutVariables(template)] : []),
  ];
  return defects.map((defect) => ({ ...place, ...defect }));
}

function withoutScheme({ text }: UriTemplate): Defect {
  const problem = `has the uri "${text}", which begins with no scheme`;
  return { id: 'uri-invalid', problem, remedy: 'Begin it with one, as in "orders:"' };
}

/** @param args the name of the arguments class, if there is one */
function unknownVariable(name: string, { text }: UriTemplate, args: string | undefined, plan: ArgumentPlan): Defect {
  const suggestion = nearest(name, plan.names);
  const addArgument = args === undefined ? `Give it args with an @Arg() "${name}"` : `Give ${args} an @Arg() "${name}"`;
  const remedy = suggestion === undefined ? addArgument : `Write {${suggestion}}`;
  const owner = args === undefined ? 'no argument is' : `no @Arg() of ${args} is`;
  const problem = `has the variable "${name}" in its uri "${text}", which ${owner}`;
  return { id: 'uri-variable-unknown', problem, remedy };
}

function partialVariable(name: string, { text }: UriTemplate): Defect {
  const problem = `has only the beginning of "${name}" in its uri "${text}"`;
  return { id: 'uri-argument-missing', problem, remedy: `Add {${name}}, or leave off the length` };
}

function missingVariable(name: string, { text }: UriTemplate, args: string | undefined): Defect {
  const problem = `requires "${name}" of ${args}, which is not a variable of its uri "${text}"`;
  const remedy = `Add {${name}} to the uri, or make the argument optional`;
  return { id: 'uri-argument-missing', problem, remedy };
}

function listWithoutVariables({ text }: UriTemplate): Defect {
  const problem = `has a method list, which a class with the uri "${text}" has no use for`;
  return { id: 'list-without-variables', problem, remedy: 'Leave it out, or give the uri variables' };
}

/** The defects of options that would make the list entry invalid. */
function entryDefects(address: ResourceAddress): Defect[] {
  const shape = address.template.isFixed ? RESOURCE : RESOURCE_TEMPLATE;
  const { size } = address.facts;
  if (size !== undefined && !address.template.isFixed) return [SIZE_OF_MANY];
  try {
    shape(resourceEntry({ name: 'resource' }, address), '');
    return [];
  } catch (fault) {
    if (!(fault instanceof ShapeFault)) throw fault;
    const problem = `has the option "${fault.path}", which is not ${fault.expected}`;
    return [{ id: 'option-invalid', problem, remedy: `Give ${fault.expected}` }];
  }
}

const SIZE_OF_MANY: Defect = {
  id: 'size-of-many',
  problem: 'has a size, which only one resource can have',
  remedy: 'Leave it out, or yield it in list()',
};
