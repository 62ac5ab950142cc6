import { Arg } from '../arguments/arg.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { ArgumentType } from '../arguments/argument-type.js';
import { forgetClass } from '../arguments/forget-class.js';
import { ListType } from '../arguments/list-type.js';
import { ForeignType, NestedType } from '../arguments/object-types.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import type { Declared } from '../definition/kind.js';
import type { Class } from '../types.js';
import { LIST, StructuredOutput } from './structured-output.js';
import type { DeclaredOutput } from './tool-options.js';

/** Compiles what a tool declares as its output, and adds its faults. */
export function compileOutput(output: DeclaredOutput, declared: Declared): StructuredOutput {
  if (!isList(output)) return structuredBy(planOf(output, declared), false);
  const listed = listClass(output[0]);
  try {
    const item = planOf(output[0], declared);
    const plan = item.arguments.length === 0 ? item : planOf(listed, declared);
    return structuredBy(plan, true);
  } finally {
    forgetClass(listed);
  }
}

function isList(output: DeclaredOutput): output is readonly [Class] {
  return Array.isArray(output) && output.length === 1;
}

/** A class with the list as its only field: a result has one object at its root. */
function listClass(item: Class): Class {
  class Listed {}
  Arg({ items: () => item })(Listed.prototype, LIST);
  return Listed;
}

function planOf(output: Class, { type, compilation }: Declared): ArgumentPlan {
  const plan = compilation.rootPlan(output, () => noClass(type.name), 'output');
  for (const { owner, property, type: field } of fieldsOf(plan))
    if (field instanceof ForeignType) compilation.faults.push(foreign(owner, property, field));
  return plan;
}

function structuredBy(plan: ArgumentPlan, isListed: boolean): StructuredOutput {
  const holdsAnything = fieldsOf(plan).some(({ type }) => type.acceptsNull === true);
  return new StructuredOutput(plan, { isList: isListed, holdsAnything });
}

function noClass(tool: string): DefinitionFault {
  const remedy = 'Give the class whose properties have @Field(), as in output: Order, or in an array, as in [Order]';
  return { ...faultAt(tool), id: 'output-invalid', problem: 'has an `output` that is not a class', remedy };
}

type Plan = {
  readonly type: Class;
  readonly arguments: readonly { readonly property: string; readonly type: ArgumentType }[];
};

/** A field of an output, or of an object in it, with the type of its value or of its items. */
interface OutputField {
  readonly owner: Plan;
  readonly property: string;
  readonly type: ArgumentType;
}

function fieldsOf(plan: Plan, seen = new Set<Plan>()): OutputField[] {
  if (seen.has(plan)) return [];
  seen.add(plan);
  return plan.arguments.flatMap(({ property, type: declared }) => {
    const type = declared instanceof ListType ? declared.items : declared;
    return type instanceof NestedType ? fieldsOf(type.plan, seen) : [{ owner: plan, property, type }];
  });
}

/** The fault of a field whose class declares no fields: all of such an object would be sent. */
function foreign({ type }: Plan, property: string, { type: field }: ForeignType): DefinitionFault {
  const problem = `is of the class ${field.name}, which declares no fields to send`;
  const remedy = `Decorate the properties of ${field.name} with @Field(), or declare @Field({ type: JSON }) to send any`;
  return { ...faultAt(type.name, property), id: 'output-without-fields', problem, remedy };
}
