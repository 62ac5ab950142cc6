import { ArgumentPlan } from './arguments/argument-plan.js';
import { Compilation } from './arguments/compilation.js';
import { type DefinitionFault, PromptDefinitionError } from './errors.js';
import { type CompleterRecords, readCompleters, readPrompt } from './metadata.js';
import { deprecationOf, entryOf, renamedEntry } from './list-entry.js';
import type { InterceptorEntry } from './interception/interceptor.js';
import { isPromptName, nameOfClass } from './naming.js';
import { isIconSource } from './output/content-shapes.js';
import type { PromptClass, PromptOptions } from './prompt.js';
import type { Icon, Prompt } from './protocol.js';
import type { PromptResolver } from './resolver.js';
import type { InjectableClass, ServiceToken } from './types.js';
import { isLabel, isVersion } from './versions/version.js';
import { Visibility } from './visibility.js';

/** A prompt, compiled: everything that can be known before the first request. */
export interface PromptDefinition {
  readonly name: string;
  /** The class that answers; a resolver constructs it. */
  readonly type: PromptClass;
  /** As `prompts/list` tells it; frozen. */
  readonly entry: Prompt;
  readonly arguments: ArgumentPlan;
  /** The methods that complete arguments, by the argument. */
  readonly completers: CompleterRecords;
  /** What dependency injection must be able to make for it: the class, and validators with dependencies. */
  readonly injected: readonly InjectableClass[];
  /** The properties whose rules are left to class-validator itself, which is slower: `Class.property`. */
  readonly uncovered: readonly string[];
  /** Which of several prompts of the same name it is: a semantic version. */
  readonly version: string | undefined;
  /** What points to this version, such as `production`. */
  readonly labels: readonly string[];
  /** The labels of its name that have been moved while the server ran, and the version that each was moved to. */
  readonly movedLabels: ReadonlyMap<string, string>;
  /** What to use instead, where it is deprecated. */
  readonly deprecated: string | undefined;
  /** Who may know of it; nothing where everybody may. */
  readonly visibility: Visibility | undefined;
  /** What works round it: of the packs it came in from the outermost on, then its own. */
  readonly interceptors: readonly BoundInterceptor[];
  /** The packs that it came in, from the outermost on: `desk/reviews`; empty for a prompt that is listed itself. */
  readonly owner: string;
  /** What constructs it, where a pack is mounted with a resolver of its own. */
  readonly resolver: PromptResolver | undefined;
  /** The services that its packs need, each with the packs that it is needed in. */
  readonly requires: readonly Requirement[];
}

/** A service that a pack needs. */
export interface Requirement {
  readonly token: ServiceToken;
  /** The packs, from the outermost on: `desk/reviews`. */
  readonly owner: string;
  /** What has to provide it, where the pack is mounted with a resolver of its own. */
  readonly resolver: PromptResolver | undefined;
}

/** An interceptor, and what constructs it where it is a class; else the runtime's own resolver does. */
export interface BoundInterceptor {
  readonly entry: InterceptorEntry;
  /** The packs that it came in, from the outermost on; empty for one of a prompt that is listed itself, or the runtime's. */
  readonly owner: string;
  readonly resolver: PromptResolver | undefined;
}

const NOT_MOVED: ReadonlyMap<string, string> = new Map();

/**
 * Compiles one decorated class.
 * @throws {PromptDefinitionError} with everything that is wrong with it
 */
export function defineClass(type: PromptClass): PromptDefinition {
  const options = readPrompt(type);
  if (options === undefined) throw new PromptDefinitionError([notAPrompt(type)]);

  const faults: DefinitionFault[] = [];
  const name = options.name ?? nameOfClass(type.name);
  if (!isPromptName(name)) faults.push(badName(type, name));
  faults.push(...(options.icons ?? []).filter(({ src }) => !isIconSource(src)).map((icon) => badIcon(type, icon)));
  faults.push(...versionFaults(type, options));
  const compilation = new Compilation(faults, options.groups);
  const plan = options.args === undefined ? ArgumentPlan.none : compilation.planOf(options.args)();
  const completers = readCompleters(type.prototype as object);
  const astray = [...completers.keys()].filter((argument) => plan.get(argument) === undefined);
  faults.push(...astray.map((argument) => completesNothing(type, argument, plan)));
  if (faults.length > 0) throw new PromptDefinitionError(faults);

  return Object.freeze({
    name,
    type,
    entry: entryOf(name, options, plan),
    arguments: plan,
    completers,
    injected: Object.freeze([type, ...compilation.validation.validators]),
    uncovered: Object.freeze(compilation.validation.uncovered),
    version: options.version,
    labels: Object.freeze([...(options.labels ?? [])]),
    movedLabels: NOT_MOVED,
    deprecated: deprecationOf(options),
    visibility: Visibility.of(options),
    interceptors: Object.freeze(
      (options.interceptors ?? []).map((entry) => ({ entry, owner: '', resolver: undefined })),
    ),
    owner: '',
    resolver: undefined,
    requires: [],
  });
}

/** The same prompt under another name or version, or with other members. */
export function redefine(
  definition: PromptDefinition,
  changes: Partial<Omit<PromptDefinition, 'entry'>>,
): PromptDefinition {
  const changed = { ...definition, ...changes };
  return Object.freeze({ ...changed, entry: renamedEntry(changed.entry, changed) });
}

function notAPrompt(type: PromptClass): DefinitionFault {
  const where = typeof type === 'function' && type.name ? type.name : String(type);
  return {
    where,
    problem: 'is listed as a prompt but is no decorated class',
    remedy: 'Decorate the class with @Prompt()',
  };
}

function badName({ name: where }: PromptClass, name: string): DefinitionFault {
  const remedy = 'Give @Prompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/"';
  return {
    where: where || 'A class without a name',
    problem: `has the name "${name}", which not every client can use`,
    remedy,
  };
}

function completesNothing({ name: where }: PromptClass, argument: string, plan: ArgumentPlan): DefinitionFault {
  const meant = plan.nearest(argument);
  const remedy = meant === undefined ? 'Name one of its arguments in @Complete()' : `Name "${meant}" in @Complete()`;
  return { where, problem: `completes "${argument}", which is not one of its arguments`, remedy };
}

function versionFaults({ name: where }: PromptClass, { version, labels = [] }: PromptOptions): DefinitionFault[] {
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

function badIcon({ name: where }: PromptClass, { src }: Icon): DefinitionFault {
  return { where, problem: `has the icon "${src}", which clients refuse`, remedy: 'Use an https: or data: URI' };
}
