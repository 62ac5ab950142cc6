import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type Defect, type DefinitionFault, faultAt } from '../definition-error.js';
import type { OtherCopy } from '../metadata/own-record.js';
import { OWN_FOLDER } from '../text/own-frames.js';
import type { InjectableClass } from '../types.js';
import { type DefinitionOptions, isLabel, isVersion } from './definition-options.js';
import type { ClassKind } from './kind.js';
import type { Icon } from '../protocol.js';
import { shown, checkedOptions, type Known } from '../text/option-kinds.js';
import { nearest } from '../text/nearest.js';
import { nameRule } from './naming.js';
import type { ValidationPlans } from '../arguments/validation.js';
import { type ArgumentFault, InvalidArgumentsError } from '../errors.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { swallowRejection } from '../pending.js';

// The faults of a class that is declared wrongly.

export function notDecorated(type: InjectableClass): DefinitionFault {
  return {
    ...faultAt(labelOf(type)),
    id: 'class-not-decorated',
    problem: 'is listed but has no decorator of its own',
    remedy: 'Decorate the class, as with @Prompt(), @Tool() or @Resource()',
  };
}

export function ofTwoKinds({ name }: InjectableClass, kind: ClassKind, other: ClassKind): DefinitionFault {
  const problem = `is decorated with @${kind.decorator}() and with @${other.decorator}()`;
  const remedy = `Remove one of them; what should be both needs two classes`;
  return { ...faultAt(name), id: 'class-of-two-kinds', problem, remedy };
}

/** What is listed as a class, in faults. */
function labelOf(type: unknown): string {
  return typeof type === 'function' && type.name !== '' ? type.name : shown(type);
}

/** The fault of a class or entry that another copy of this package made. */
export function madeElsewhere(name: string, how: 'decorated' | 'made', { folder }: OtherCopy): DefinitionFault {
  const folders = folder && OWN_FOLDER && ` (${folder}) than the runtime (${OWN_FOLDER})`;
  const problem = `is ${how} by another copy of @cuecard/core${folders ?? ''}`;
  return { ...faultAt(name), id: 'class-of-another-copy', problem, remedy: ONE_COPY };
}

const ONE_COPY =
  'Install one copy, as a peer dependency of every package that exports packs. If the package is linked, install it as a copy (npm install --install-links, or file: with pnpm and Yarn), or link its @cuecard/core, class-validator and class-transformer to those of the service';

export function argsWithoutClass({ name }: InjectableClass): DefinitionFault {
  const remedy = 'Give the class whose properties have @Arg(), as in args: ReviewArgs';
  return { ...faultAt(name), id: 'args-invalid', problem: 'has `args` that is not a class', remedy };
}

export function withoutMethod({ name }: InjectableClass, method: string): DefinitionFault {
  const remedy = `Add a method ${method}(args, context) that returns the answer`;
  return { ...faultAt(name), id: 'method-missing', problem: `has no method \`${method}\``, remedy };
}

export function badName(
  type: InjectableClass,
  name: string,
  kind: Pick<ClassKind, 'decorator' | 'hasPaths'>,
): DefinitionFault {
  const remedy = `Give @${kind.decorator}() a name of ${nameRule(kind)}`;
  return {
    ...faultAt(type.name || 'A class without a name'),
    id: 'name-invalid',
    problem: `has the name "${name}", which not every client can use`,
    remedy,
  };
}

export function nameless(remedy: string): Defect {
  return { id: 'name-missing', problem: 'has no name', remedy };
}

export function completesNothing({ name }: InjectableClass, argument: string, plan: ArgumentPlan): DefinitionFault {
  const meant = plan.meant(argument);
  const remedy = meant === undefined ? 'Name one of its arguments in @Complete()' : `Name "${meant}" in @Complete()`;
  const problem = `completes "${argument}", which is not one of its arguments`;
  return { ...faultAt(name), id: 'completion-unknown', problem, remedy };
}

/** The valid options; faults of the others are added. */
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
    return { ...faultAt(type.name), id: 'group-unknown', problem, remedy: groupRemedy(group, known) };
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
  const remedy = 'Remove one of the two @Complete() decorators';
  return { ...faultAt(name), id: 'completion-ambiguous', problem, remedy };
}

export function versionFaults(
  { name }: InjectableClass,
  { version, labels = [] }: DefinitionOptions,
): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  if (version !== undefined && !isVersion(version)) faults.push({ ...faultAt(name), ...invalidVersion(version) });
  if (labels.length > 0 && version === undefined) faults.push({ ...faultAt(name), ...UNVERSIONED });
  for (const label of labels.filter((each) => !isLabel(each)))
    faults.push({ ...faultAt(name), ...invalidLabel(`has the label "${label}", which is invalid`) });
  return faults;
}

export function invalidVersion(version: string): Defect {
  const problem = `has the version "${version}", which is not a semantic version`;
  return { id: 'version-invalid', problem, remedy: 'Give it one, such as 1.2.0 or 2.0.0-beta.1' };
}

const UNVERSIONED: Defect = {
  id: 'label-without-version',
  problem: 'has labels but no version',
  remedy: 'Give it a version, or no labels',
};

const LABELS = 'Use letters, digits, "_" and "-", not beginning with a digit, and not "latest", which moves by itself';

function invalidLabel(problem: string): Defect {
  return { id: 'label-invalid', problem, remedy: LABELS };
}

export function badIcon({ name }: InjectableClass, { src }: Icon): DefinitionFault {
  return {
    ...faultAt(name),
    id: 'icon-invalid',
    problem: `has the icon "${src}", which clients refuse`,
    remedy: 'Use an https: or data: URI',
  };
}

interface Exemplified {
  readonly type: InjectableClass;
  readonly kind: Pick<ClassKind, 'name' | 'typedOrigin'>;
  readonly plan: ArgumentPlan;
  readonly examples: readonly unknown[];
}

/** The faults of sample arguments that a call would refuse. Rules that are asynchronous or injected are not judged. */
export function exampleFaults({ type, kind, plan, examples }: Exemplified): DefinitionFault[] {
  return examples.flatMap((example, at) => {
    const problems = problemsOf(example, plan, kind);
    const which = examples.length === 1 ? 'an example' : `an example (${at + 1})`;
    return problems.map(({ rule, message }) => {
      return {
        ...faultAt(type.name),
        id: 'example-refused',
        problem: `has ${which} in which ${message}`,
        remedy: remedyFor(rule, plan),
      };
    });
  });
}

function problemsOf(
  example: unknown,
  plan: ArgumentPlan,
  { name, typedOrigin }: Exemplified['kind'],
): readonly ArgumentFault[] {
  try {
    swallowRejection(plan.bind(example, { kind: name, name: '', origin: typedOrigin, limits: DEFAULT_LIMITS }));
    return [];
  } catch (error) {
    return error instanceof InvalidArgumentsError ? error.errors : [];
  }
}

/** Most examples are right: it is the declaration that lacks something. */
function remedyFor(rule: string, plan: ArgumentPlan): string {
  if (rule === 'isDefined') return OPTIONAL;
  if (rule !== 'unknown') return 'Correct the example, or the rule';
  return plan.arguments.length === 0 ? WITHOUT_CLASS : UNDECLARED;
}

const OPTIONAL =
  'Give it in the example; or make the argument optional: decorate it with @IsOptional(), or give it a value';
const UNDECLARED = 'Declare it as an argument, as with @Arg(); or correct the example';
const WITHOUT_CLASS = 'Declare the arguments with the option args, as in args: SumArgs; or correct the example';
