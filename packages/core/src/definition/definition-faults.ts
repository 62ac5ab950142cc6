import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type Defect, type DefinitionFault, faultAt } from '../definition-error.js';
import type { OtherCopy } from '../metadata/metadata.js';
import { OWN_FOLDER } from '../text/stack-frames.js';
import type { InjectableClass } from '../types.js';
import { type DefinitionOptions, isLabel, isVersion } from './definition-options.js';
import type { ClassKind } from './kind.js';
import type { Icon } from '../protocol.js';
import { describeValue } from '../text/option-kinds.js';
import { nearest } from '../text/nearest.js';
import { nameRule } from './naming.js';
import type { ValidationPlans } from '../arguments/validation.js';
import { type ArgumentFault, InvalidArgumentsError } from '../errors.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { swallowRejection } from '../pending.js';

// The faults of a class that is declared wrongly.

export function undecoratedFault(type: InjectableClass): DefinitionFault {
  return {
    ...faultAt(labelOf(type)),
    id: 'class-not-decorated',
    problem: 'is listed but is not decorated itself',
    remedy: 'Decorate the class, as with @Prompt(), @Tool() or @Resource()',
  };
}

/** @param form what declares a kind: a class or a method */
export function kindConflictFault(kind: ClassKind, other: ClassKind, form: 'classes' | 'methods'): Defect {
  const problem = `is decorated with @${kind.decorator}() and with @${other.decorator}()`;
  return { id: 'class-of-two-kinds', problem, remedy: `Remove one of them; what should be both needs two ${form}` };
}

/** The name of a listed class in faults. */
export function labelOf(type: unknown): string {
  return typeof type === 'function' && type.name !== '' ? type.name : describeValue(type);
}

/** The fault of a class or entry that another copy of this package made. */
export function otherCopyFault(name: string, how: 'decorated' | 'made', { folder }: OtherCopy): DefinitionFault {
  const folders = folder && OWN_FOLDER && ` (${folder}) than the runtime (${OWN_FOLDER})`;
  const problem = `is ${how} by another copy of @cuecard/core${folders ?? ''}`;
  return { ...faultAt(name), id: 'class-of-another-copy', problem, remedy: ONE_COPY };
}

const ONE_COPY =
  'Install one copy, as a peer dependency of every package that exports packs. If the package is linked, install it as a copy (npm install --install-links, or file: with pnpm and Yarn), or link its @cuecard/core, class-validator and class-transformer to those of the service';

export const ARGS_WITHOUT_CLASS: Defect = {
  id: 'args-invalid',
  problem: 'has `args` that is not a class',
  remedy: 'Give the class whose properties have @Arg(), as in args: ReviewArgs',
};

export function missingMethod(method: string): Defect {
  const remedy = `Add a method ${method}(args, context) that returns the answer`;
  return { id: 'method-missing', problem: `has no method \`${method}\``, remedy };
}

export function invalidName(name: string, kind: Pick<ClassKind, 'decorator' | 'hasPaths'>): Defect {
  const problem = `has the name "${name}", which not every client can use`;
  return { id: 'name-invalid', problem, remedy: `Give @${kind.decorator}() a name of ${nameRule(kind)}` };
}

export function noName(remedy: string): Defect {
  return { id: 'name-missing', problem: 'has no name', remedy };
}

export function unknownCompletion(argument: string, plan: ArgumentPlan): Defect {
  const suggestion = plan.closestProperty(argument);
  const remedy =
    suggestion === undefined ? 'Name one of its arguments in @Complete()' : `Name "${suggestion}" in @Complete()`;
  const problem = `completes "${argument}", which is not one of its arguments`;
  return { id: 'completion-unknown', problem, remedy };
}

/** The defects of groups that no rule has: such a group switches off rules that should apply. */
export function groupDefects(
  { args, groups = [] }: DefinitionOptions,
  rules: Pick<ValidationPlans, 'knownGroups'>,
): Defect[] {
  const known = groups.length === 0 ? undefined : rules.knownGroups;
  if (args === undefined || known === undefined) return [];
  const unknown = groups.filter((group) => !known.has(group));
  return unknown.map((group) => {
    const problem = `has the group "${group}", which no rule of ${args.name} has`;
    return { id: 'group-unknown', problem, remedy: groupRemedy(group, known) };
  });
}

function groupRemedy(group: string, known: ReadonlySet<string>): string {
  const suggestion = nearest(group, known);
  if (suggestion !== undefined) return `Write "${suggestion}", or leave it out`;
  return known.size === 0 ? 'Leave it out' : `Use one of ${[...known].join(', ')}, or leave it out`;
}

export function duplicateCompleter(argument: string, methods: readonly (string | symbol)[]): Defect {
  const problem = `completes "${argument}" by ${methods.map(String).join(' and ')}`;
  const remedy = 'Remove one of the two @Complete() decorators';
  return { id: 'completion-ambiguous', problem, remedy };
}

export function versionDefects({ version, labels = [] }: DefinitionOptions): Defect[] {
  return [
    ...(version === undefined || isVersion(version) ? [] : [invalidVersion(version)]),
    ...(labels.length > 0 && version === undefined ? [VERSION_MISSING] : []),
    ...labels.filter((label) => !isLabel(label)).map(invalidLabel),
  ];
}

export function invalidVersion(version: string): Defect {
  const problem = `has the version "${version}", which is not a semantic version`;
  return { id: 'version-invalid', problem, remedy: 'Set one, such as 1.2.0 or 2.0.0-beta.1' };
}

const VERSION_MISSING: Defect = {
  id: 'label-without-version',
  problem: 'has labels but no version',
  remedy: 'Give it a version, or no labels',
};

const LABELS = 'Use letters, digits, "_" and "-", not beginning with a digit, and not "latest", which moves by itself';

function invalidLabel(label: string): Defect {
  return { id: 'label-invalid', problem: `has the label "${label}", which is invalid`, remedy: LABELS };
}

export function invalidIcon({ src }: Icon): Defect {
  return {
    id: 'icon-invalid',
    problem: `has the icon "${src}", which clients refuse`,
    remedy: 'Use an https: or data: URI',
  };
}

interface ExampleCheckInput {
  readonly kind: Pick<ClassKind, 'name' | 'typedOrigin'>;
  readonly plan: ArgumentPlan;
  readonly examples: readonly unknown[];
}

/** The defects of examples that a call would reject. Skips rules that are asynchronous or need a service. */
export function exampleDefects({ kind, plan, examples }: ExampleCheckInput): Defect[] {
  return examples.flatMap((example, index) => {
    const problems = problemsOf(example, plan, kind);
    const subject = examples.length === 1 ? 'an example' : `an example (${index + 1})`;
    return problems.map(({ rule, message }) => {
      return { id: 'example-refused', problem: `has ${subject} in which ${message}`, remedy: remedyFor(rule, plan) };
    });
  });
}

function problemsOf(
  example: unknown,
  plan: ArgumentPlan,
  { name, typedOrigin }: ExampleCheckInput['kind'],
): readonly ArgumentFault[] {
  try {
    swallowRejection(plan.bind(example, { kind: name, name: '', origin: typedOrigin, limits: DEFAULT_LIMITS }));
    return [];
  } catch (error) {
    return error instanceof InvalidArgumentsError ? error.errors : [];
  }
}

/** The remedy for a rejected example: usually the example is right, and the declaration lacks something. */
function remedyFor(rule: string, plan: ArgumentPlan): string {
  if (rule === 'isDefined') return MAKE_OPTIONAL;
  if (rule !== 'unknown') return 'Correct the example, or the rule';
  return plan.arguments.length === 0 ? DECLARE_CLASS : DECLARE_ARGUMENT;
}

const MAKE_OPTIONAL =
  'Give it in the example; or make the argument optional: decorate it with @IsOptional(), or give it a value';
const DECLARE_ARGUMENT = 'Declare it as an argument, as with @Arg(); or correct the example';
const DECLARE_CLASS = 'Declare the arguments with the option args, as in args: SumArgs; or correct the example';
