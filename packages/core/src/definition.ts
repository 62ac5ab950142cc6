import { ArgumentPlan } from './arguments/argument-plan.js';
import { Compilation } from './arguments/compilation.js';
import {
  badIcon,
  badName,
  completesNothing,
  madeElsewhere,
  notAPrompt,
  rendersNothing,
  versionFaults,
} from './definition-faults.js';
import { type DefinitionFault, PromptDefinitionError } from './errors.js';
import { type CompleterRecords, isPromptElsewhere, readCompleters, readPrompt } from './metadata.js';
import { lacksRender } from './missing-render.js';
import { deprecationOf, entryOf, renamedEntry } from './list-entry.js';
import type { InterceptorEntry } from './interception/interceptor.js';
import { isPromptName, nameOfClass } from './naming.js';
import { isIconSource } from './output/content-shapes.js';
import type { PromptClass, PromptOptions } from './prompt.js';
import type { Prompt } from './protocol.js';
import type { PromptResolver } from './resolver.js';
import type { InjectableClass, ServiceToken } from './types.js';
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
 * @param known what has been found wrong with it before
 * @throws {PromptDefinitionError} with everything that is wrong with it
 */
export function defineClass(type: PromptClass, known: readonly DefinitionFault[] = []): PromptDefinition {
  const faults = [...known];
  const definition = compileClass(type, faults);
  if (definition === undefined || faults.length > 0) throw new PromptDefinitionError(faults);
  return definition;
}

/**
 * Compiles one class; nothing for one that is not decorated. Whatever is wrong with it is added to the faults: where
 * something is, the definition answers nobody, and tells only what it needs.
 */
export function compileClass(type: PromptClass, faults: DefinitionFault[]): PromptDefinition | undefined {
  const options = readPrompt(type);
  if (options === undefined) faults.push(isPromptElsewhere(type) ? madeElsewhere(type) : notAPrompt(type));
  return options && compile(type, options, faults);
}

function compile(type: PromptClass, options: PromptOptions, faults: DefinitionFault[]): PromptDefinition {
  const name = options.name ?? nameOfClass(type.name);
  if (!isPromptName(name)) faults.push(badName(type, name));
  if (lacksRender(type)) faults.push(rendersNothing(type));
  faults.push(...(options.icons ?? []).filter(({ src }) => !isIconSource(src)).map((icon) => badIcon(type, icon)));
  faults.push(...versionFaults(type, options));
  const compilation = new Compilation(faults, options.groups);
  const plan = options.args === undefined ? ArgumentPlan.none : compilation.planOf(options.args)();
  const completers = readCompleters(type.prototype as object);
  const astray = [...completers.keys()].filter((argument) => plan.get(argument) === undefined);
  faults.push(...astray.map((argument) => completesNothing(type, argument, plan)));

  return Object.freeze({
    name,
    type,
    entry: faults.length > 0 ? { name } : entryOf(name, options, plan),
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
