import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { CompileContext } from '../definition/kind.js';
import type { Defect, DefinitionFault } from '../definition-error.js';
import { RESOURCE, RESOURCE_TEMPLATE } from '../output/content-shapes.js';
import { ShapeFault } from '../output/shape.js';
import { nearest } from '../text/nearest.js';
import { type ResourceAddress, resourceEntry } from './resource-address.js';
import { AmbiguousTemplate } from './uri-template/template-boundaries.js';
import { TemplateFault } from './uri-template/template-parts.js';

export const WITHOUT_URI: Defect = {
  id: 'uri-missing',
  problem: 'has no uri',
  remedy: 'Give @Resource() one, such as "config:limits" or "orders://{id}"',
};

/** The fault of a URI that cannot be taken apart. */
export function uriFault(uri: string, error: unknown): Defect {
  const has = `has the uri "${uri}", `;
  if (error instanceof AmbiguousTemplate) {
    const variables = error.span.variables.map(({ name }) => `"${name}"`).join(' and ');
    const problem = `${has}in which it is not clear where ${variables} ends: "${error.character}" may be part of a value`;
    return { id: 'uri-ambiguous', problem, remedy: SEPARATE };
  }
  if (error instanceof TemplateFault)
    return { id: 'uri-invalid', problem: `${has}which ${error.message}`, remedy: RFC };
  throw error;
}

const SEPARATE = 'Separate variables by a character that values do not contain, such as "/" or ","';
const RFC = 'Write a URI, or a URI template of RFC 6570';

/** The faults of an address that can be taken apart. */
export function addressFaults({ place, plan, options }: CompileContext, address: ResourceAddress): DefinitionFault[] {
  const faults = [
    ...schemeFaults(address),
    ...variableFaults(address, options.args?.name, plan),
    ...argumentFaults(address, options.args?.name, plan),
    ...entryFaults(address),
    ...listFaults(address),
  ];
  return faults.map((fault) => ({ ...place, ...fault }));
}

function schemeFaults({ template: { start, text } }: ResourceAddress): Defect[] {
  if (/^[a-z][a-z\d+.-]*:/i.test(start)) return [];
  const problem = `has the uri "${text}", which begins with no scheme`;
  return [{ id: 'uri-invalid', problem, remedy: 'Begin it with one, as in "orders:"' }];
}

/** Variables that are not an argument, or only part of one. */
function variableFaults({ template }: ResourceAddress, args: string | undefined, plan: ArgumentPlan): Defect[] {
  const unknown = template.names.filter((name) => plan.get(name) === undefined);
  const partial = template.names.filter((name) =>
    template.variables.every((each) => each.name !== name || each.length !== undefined),
  );
  return [
    ...unknown.map((name) => {
      const suggestion = nearest(name, plan.names);
      const give = args === undefined ? `Give it args with an @Arg() "${name}"` : `Give ${args} an @Arg() "${name}"`;
      const remedy = suggestion === undefined ? give : `Write {${suggestion}}`;
      const owner = args === undefined ? 'no argument is' : `no @Arg() of ${args} is`;
      const problem = `has the variable "${name}" in its uri "${template.text}", which ${owner}`;
      return { id: 'uri-variable-unknown' as const, problem, remedy };
    }),
    ...partial.map((name) => {
      const problem = `has only the beginning of "${name}" in its uri "${template.text}"`;
      return { id: 'uri-argument-missing' as const, problem, remedy: `Add {${name}}, or leave off the length` };
    }),
  ];
}

/** Required arguments that no URI has. */
function argumentFaults({ template }: ResourceAddress, args: string | undefined, plan: ArgumentPlan): Defect[] {
  const missing = plan.arguments.filter(({ name, isRequired }) => isRequired && !template.names.includes(name));
  return missing.map(({ name }) => {
    const problem = `requires "${name}" of ${args}, which is not a variable of its uri "${template.text}"`;
    const remedy = `Add {${name}} to the uri, or make the argument optional`;
    return { id: 'uri-argument-missing', problem, remedy };
  });
}

/** A list of a class whose URI is its only resource. */
function listFaults({ template, methods }: ResourceAddress): Defect[] {
  if (!template.isFixed || !methods.includes('list')) return [];
  const problem = `has a method list, which a class with the uri "${template.text}" has no use for`;
  return [{ id: 'list-without-variables', problem, remedy: 'Leave it out, or give the uri variables' }];
}

/** The faults for which clients would not get the entry. A URI without a scheme is a fault already. */
function entryFaults(address: ResourceAddress): Defect[] {
  if (schemeFaults(address).length > 0) return [];
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
