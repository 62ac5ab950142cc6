import type { Change, Line } from '@cuecard/testing/contract';
import type { ArgDefinition, Class, Definition } from '@cuecard/core';
import type { Subject } from '../subject/subject.js';
import type { Declaration } from '../source/sources.js';
import { type BaseContract, lineInContract } from './base-contract.js';

/** Locates the changes of a project in its sources. */
export class ChangeLines {
  readonly #subject: Subject;
  readonly #base: BaseContract;

  constructor(subject: Subject, base: BaseContract) {
    this.#subject = subject;
    this.#base = base;
  }

  /** A removed definition is located in the base; a removed argument at the class of the arguments. */
  of({ kind, name, argument }: Change): Line | undefined {
    const { registry, sources } = this.#subject;
    if (kind === undefined || name === undefined) return this.#line(sources.version(this.#subject));
    const definition = registry.get(name, kind);
    if (definition === undefined) return lineInContract(this.#base, kind, name);
    const found = argument === undefined ? undefined : this.#argument(definition, argument);
    return this.#line(found ?? sources.definition(definition)) ?? lineInContract(this.#base, kind, name);
  }

  #argument(definition: Definition, path: string): Declaration | undefined {
    const [first = '', ...rest] = path.replaceAll('[]', '').split('.');
    const near = this.#subject.sources.definition(definition);
    const isOutput = first === 'output' && rest.length > 0 && !definition.arguments.names.includes(first);
    if (isOutput) return this.#member(outputOf(definition), rest, near);
    const arg = definition.arguments.get(first);
    const inner = rest.length === 0 ? undefined : this.#member(planOf(arg?.type), rest, near);
    return inner ?? (arg && this.#subject.sources.argument(definition, arg)) ?? this.#home(definition.arguments, near);
  }

  /** The declaration of a member, or the innermost class of its path. */
  #member(plan: Plan | undefined, names: readonly string[], near: Declaration | undefined): Declaration | undefined {
    const [name, ...deeper] = names;
    const arg = plan?.arguments.find((each) => each.name === name);
    if (plan === undefined || arg === undefined) return this.#home(plan, near);
    const inner = deeper.length === 0 ? undefined : this.#member(planOf(arg.type), deeper, near);
    return inner ?? this.#subject.sources.member(plan.type, arg.property, near?.source);
  }

  #home(plan: Plan | undefined, near: Declaration | undefined): Declaration | undefined {
    return plan && this.#subject.sources.classOf(plan.type, near?.source);
  }

  #line(declared: Declaration | undefined): Line | undefined {
    if (declared === undefined) return undefined;
    const { path, line } = this.#subject.sources.placeOf(declared);
    return { path, line };
  }
}

interface Plan {
  readonly type: Class;
  readonly arguments: readonly Pick<ArgDefinition, 'name' | 'property' | 'type'>[];
}

/** The properties of an object, or of the items of a list. */
function planOf(type: unknown): Plan | undefined {
  const { plan, items } = Object(type) as { readonly plan?: Plan; readonly items?: unknown };
  return plan ?? (items === undefined ? undefined : planOf(items));
}

function outputOf({ specifics }: Definition): Plan | undefined {
  const { output } = Object(specifics) as { readonly output?: { readonly plan?: Plan } };
  return output?.plan;
}
