import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import type { OtherCopy } from '../metadata/own-record.js';
import { OWN_FOLDER } from '../text/own-frames.js';
import type { InjectableClass } from '../types.js';
import type { DefinitionOptions } from './definition-options.js';
import type { ClassKind } from './kind.js';
import type { Icon } from '../protocol.js';
import { shown } from '../text/option-kinds.js';
import { checkedOptions, type Known } from '../text/unknown-keys.js';
import { nearest } from '../text/nearest.js';
import { nameRule } from './naming.js';
import type { ValidationPlans } from '../validation/validation-plans.js';
import { isLabel, isVersion } from './version.js';

// The faults of a class that is declared wrongly.

export function notDecorated(type: InjectableClass): DefinitionFault {
  return {
    ...faultAt(labelOf(type)),
    problem: 'is listed but has no decorator of its own',
    remedy: 'Decorate the class, as with @Prompt(), @Tool() or @Resource()',
  };
}

export function ofTwoKinds({ name }: InjectableClass, kind: ClassKind, other: ClassKind): DefinitionFault {
  const problem = `is decorated with @${kind.decorator}() and with @${other.decorator}()`;
  return { ...faultAt(name), problem, remedy: 'Leave one of them off, and make a class of its own for it' };
}

/** What is listed as a class, in faults. */
function labelOf(type: unknown): string {
  return typeof type === 'function' && type.name !== '' ? type.name : shown(type);
}

/** The fault of a class or entry that another copy of this package made. */
export function madeElsewhere(name: string, how: 'decorated' | 'made', { folder }: OtherCopy): DefinitionFault {
  const folders = folder && OWN_FOLDER && ` (${folder}) than the runtime (${OWN_FOLDER})`;
  return { ...faultAt(name), problem: `is ${how} by another copy of @cuecard/core${folders ?? ''}`, remedy: ONE_COPY };
}

const ONE_COPY =
  'Install one copy, as a peer dependency of every package that exports packs. If the package is linked, install it as a copy (npm install --install-links, or file: with pnpm and Yarn), or link its @cuecard/core, class-validator and class-transformer to those of the service';

export function argsWithoutClass({ name }: InjectableClass): DefinitionFault {
  const remedy = 'Give the class whose properties have @Arg(), as in args: ReviewArgs';
  return { ...faultAt(name), problem: 'has `args` that is not a class', remedy };
}

export function withoutMethod({ name }: InjectableClass, method: string): DefinitionFault {
  const remedy = `Give it a method ${method}(args, context), which answers`;
  return { ...faultAt(name), problem: `has no method \`${method}\``, remedy };
}

export function badName(
  type: InjectableClass,
  name: string,
  kind: Pick<ClassKind, 'decorator' | 'hasPaths'>,
): DefinitionFault {
  const remedy = `Give @${kind.decorator}() a name of ${nameRule(kind)}`;
  return {
    ...faultAt(type.name || 'A class without a name'),
    problem: `has the name "${name}", which not every client can use`,
    remedy,
  };
}

export function completesNothing({ name }: InjectableClass, argument: string, plan: ArgumentPlan): DefinitionFault {
  const meant = plan.meant(argument);
  const remedy = meant === undefined ? 'Name one of its arguments in @Complete()' : `Name "${meant}" in @Complete()`;
  return { ...faultAt(name), problem: `completes "${argument}", which is not one of its arguments`, remedy };
}

/** The options that exist and are of the right kind; what is wrong with the others is added to the faults. */
export function soundOptions<Options>(
  type: InjectableClass,
  given: Options,
  known: Known<Options>,
  to: DefinitionFault[],
): Options {
  const { options, faults } = checkedOptions(given, known);
  for (const fault of faults) to.push({ ...faultAt(labelOf(type)), ...fault });
  return options;
}

/** What is wrong with groups that no rule has: they switch off rules that are meant to hold. */
export function groupFaults(
  type: InjectableClass,
  { args, groups = [] }: DefinitionOptions,
  rules: Pick<ValidationPlans, 'knownGroups'>,
): DefinitionFault[] {
  const known = groups.length === 0 ? undefined : rules.knownGroups;
  if (args === undefined || known === undefined) return [];
  const unknown = groups.filter((group) => !known.has(group));
  return unknown.map((group) => {
    const problem = `has the group "${group}", which no rule of ${args.name} has`;
    return { ...faultAt(type.name), problem, remedy: groupRemedy(group, known) };
  });
}

function groupRemedy(group: string, known: ReadonlySet<string>): string {
  const meant = nearest(group, known);
  if (meant !== undefined) return `Write "${meant}", or leave it out`;
  return known.size === 0 ? 'Leave it out' : `Use one of ${[...known].join(', ')}, or leave it out`;
}

export function completedTwice(
  { name }: InjectableClass,
  argument: string,
  methods: readonly (string | symbol)[],
): DefinitionFault {
  const problem = `completes "${argument}" by ${methods.map(String).join(' and ')}`;
  return { ...faultAt(name), problem, remedy: 'Leave one of the two @Complete() decorators off' };
}

export function versionFaults(
  { name }: InjectableClass,
  { version, labels = [] }: DefinitionOptions,
): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  if (version !== undefined && !isVersion(version)) {
    const remedy = 'Give it one, such as 1.2.0 or 2.0.0-beta.1';
    faults.push({ ...faultAt(name), problem: `has the version "${version}", which is not a semantic version`, remedy });
  }
  if (labels.length > 0 && version === undefined)
    faults.push({ ...faultAt(name), problem: 'has labels but no version', remedy: 'Give it a version, or no labels' });
  for (const label of labels.filter((each) => !isLabel(each)))
    faults.push({ ...faultAt(name), problem: `has the label "${label}", which is invalid`, remedy: LABELS });
  return faults;
}

const LABELS = 'Use letters, digits, "_" and "-", not beginning with a digit, and not "latest", which moves by itself';

export function badIcon({ name }: InjectableClass, { src }: Icon): DefinitionFault {
  return {
    ...faultAt(name),
    problem: `has the icon "${src}", which clients refuse`,
    remedy: 'Use an https: or data: URI',
  };
}
