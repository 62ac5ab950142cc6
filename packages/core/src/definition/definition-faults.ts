import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { DefinitionFault } from '../errors.js';
import type { InjectableClass } from '../types.js';
import type { DefinitionOptions } from './definition-options.js';
import type { Icon } from '../protocol.js';
import { isLabel, isVersion } from './version.js';

// What is said of a class that is declared wrongly.

export function notAPrompt(type: InjectableClass): DefinitionFault {
  const where = typeof type === 'function' && type.name ? type.name : String(type);
  return {
    where,
    problem: 'is listed as a prompt but is no decorated class',
    remedy: 'Decorate the class with @Prompt()',
  };
}

export function madeElsewhere({ name: where }: InjectableClass): DefinitionFault {
  const problem = 'is decorated by another copy of @cuecard/core';
  return { where, problem, remedy: 'Install one copy, as a peer dependency of whatever exports prompts' };
}

export function argsWithoutClass({ name: where }: InjectableClass): DefinitionFault {
  const remedy = 'Give the class whose properties have @Arg(), as in args: ReviewArgs';
  return { where, problem: 'has `args` that are no class', remedy };
}

export function withoutMethod({ name: where }: InjectableClass, method: string): DefinitionFault {
  const remedy = `Give it a method ${method}(args, context), which answers`;
  return { where, problem: `has no method \`${method}\``, remedy };
}

export const RENDER = 'Give it a method render(args, context), which answers';

export function badName({ name: where }: InjectableClass, name: string): DefinitionFault {
  const remedy = 'Give @Prompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/"';
  return {
    where: where || 'A class without a name',
    problem: `has the name "${name}", which not every client can use`,
    remedy,
  };
}

export function completesNothing(
  { name: where }: InjectableClass,
  argument: string,
  plan: ArgumentPlan,
): DefinitionFault {
  const meant = plan.meant(argument);
  const remedy = meant === undefined ? 'Name one of its arguments in @Complete()' : `Name "${meant}" in @Complete()`;
  return { where, problem: `completes "${argument}", which is not one of its arguments`, remedy };
}

export function completedTwice(
  { name: where }: InjectableClass,
  argument: string,
  methods: readonly (string | symbol)[],
): DefinitionFault {
  const problem = `completes "${argument}" by ${methods.map(String).join(' and ')}`;
  return { where, problem, remedy: 'Leave one of the two @Complete() decorators off' };
}

export function versionFaults(
  { name: where }: InjectableClass,
  { version, labels = [] }: DefinitionOptions,
): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  if (version !== undefined && !isVersion(version)) {
    const remedy = 'Give it a semantic version, such as 1.2.0 or 2.0.0-beta.1';
    faults.push({ where, problem: `has the version "${version}", which cannot be ordered`, remedy });
  }
  if (labels.length > 0 && version === undefined)
    faults.push({ where, problem: 'has labels and no version', remedy: 'Give it a version, or no labels' });
  for (const label of labels.filter((each) => !isLabel(each)))
    faults.push({ where, problem: `has the label "${label}", which cannot be one`, remedy: LABELS });
  return faults;
}

const LABELS = 'Use letters, digits, "_" and "-", not beginning with a digit, and not "latest", which moves by itself';

export function badIcon({ name: where }: InjectableClass, { src }: Icon): DefinitionFault {
  return { where, problem: `has the icon "${src}", which clients refuse`, remedy: 'Use an https: or data: URI' };
}
