import { ArgumentPlan } from './arguments/argument-plan.js';
import { Compilation } from './arguments/compilation.js';
import { type DefinitionFault, PromptDefinitionError } from './errors.js';
import { SchemaDefinitions } from './arguments/json-schema.js';
import { type CompleterRecords, readCompleters, readPrompt } from './metadata.js';
import { isPromptName, nameOfClass } from './naming.js';
import { isIconSource } from './output/content-shapes.js';
import type { PromptClass, PromptOptions } from './prompt.js';
import type { Icon, Prompt } from './protocol.js';
import type { InjectableClass } from './types.js';

/** Where a prompt's `_meta` has the JSON Schema of its arguments. */
const SCHEMA = 'cuecard.dev/schema';

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
}

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
  });
}

function entryOf(name: string, { title, description, icons }: PromptOptions, plan: ArgumentPlan): Prompt {
  const entry = {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(plan.arguments.length > 0 && { arguments: plan.arguments.map((arg) => arg.entry) }),
    ...(icons !== undefined && { icons: structuredClone([...icons]) }),
    ...(plan.arguments.length > 0 && { _meta: { [SCHEMA]: SchemaDefinitions.schemaOf(plan) } }),
  };
  return freezeDeep(entry);
}

function freezeDeep<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freezeDeep(member);
  return Object.freeze(value);
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

function badIcon({ name: where }: PromptClass, { src }: Icon): DefinitionFault {
  return { where, problem: `has the icon "${src}", which clients refuse`, remedy: 'Use an https: or data: URI' };
}
