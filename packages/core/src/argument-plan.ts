import { plainToInstance } from 'class-transformer';
import { compileArg, type ArgDefinition } from './arg-definition.js';
import { ArgumentRules } from './argument-rules.js';
import { type ArgumentFault, clip, type DefinitionFault, InvalidArgumentsError } from './errors.js';
import { readArgs } from './metadata.js';
import type { Class } from './types.js';

/** How the arguments of one class come from the wire: compiled once, used by every request. */
export class ArgumentPlan<Args extends object = object> {
  readonly arguments: readonly ArgDefinition[];
  readonly #type: Class<Args>;
  readonly #byName: ReadonlyMap<string, ArgDefinition>;
  readonly #rules: ArgumentRules;

  private constructor(type: Class<Args>, args: readonly ArgDefinition[]) {
    this.#type = type;
    this.arguments = Object.freeze(args);
    this.#byName = new Map(args.map((arg) => [arg.name, arg]));
    this.#rules = new ArgumentRules(type);
  }

  /** The plan of prompts without arguments. */
  static readonly none = new ArgumentPlan(class NoArguments {}, []);

  /** Compiles a class with `@Arg` properties; whatever is wrong with it is added to `faults`. */
  static compile<Args extends object>(type: Class<Args>, faults: DefinitionFault[]): ArgumentPlan<Args> {
    const sample = constructSample(type, faults);
    const records = [...readArgs(type.prototype as object)];
    if (records.length === 0) faults.push(withoutArguments(type));
    const args = records.map(([name, options]) => compileArg({ type, sample, name, options }, faults));
    return new ArgumentPlan(type, args);
  }

  /**
   * Turns what the client sent into an instance that has passed every rule.
   * @throws {InvalidArgumentsError} with all faults at once
   */
  async bind(prompt: string, raw: unknown = {}): Promise<Args> {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
      throw new InvalidArgumentsError(prompt, [NOT_AN_OBJECT]);
    }
    const { values, faults } = this.#read(raw);
    const args = plainToInstance(this.#type, values);
    const refused = new Set(faults.map(({ argument }) => argument));
    faults.push(...(await this.#rules.check(args)).filter(({ argument }) => !refused.has(argument)));
    if (faults.length > 0) throw new InvalidArgumentsError(prompt, this.#inOrder(faults));
    return args;
  }

  /** As the class declares its arguments; what it does not declare comes last. */
  #inOrder(faults: readonly ArgumentFault[]): ArgumentFault[] {
    const order = [...this.#byName.keys()];
    const position = ({ argument }: ArgumentFault) => order.indexOf(argument) + 1 || order.length + 1;
    return faults.toSorted((one, other) => position(one) - position(other));
  }

  #read(raw: object) {
    const values: Record<string, string> = {};
    const faults: ArgumentFault[] = [];
    for (const [name, value] of Object.entries(raw)) {
      const arg = this.#byName.get(name);
      if (arg === undefined) faults.push(unknownArgument(name));
      else if (typeof value === 'string') {
        if (value !== '' || arg.allowEmpty) values[name] = value;
      } else if (value !== undefined) faults.push(notAString(name));
    }
    return { values, faults };
  }
}

/** One instance shows which properties have initial values. */
function constructSample(type: Class, faults: DefinitionFault[]): object {
  try {
    return new type();
  } catch (cause) {
    const problem = `cannot be constructed: ${cause instanceof Error ? cause.message : String(cause)}`;
    faults.push({ where: type.name, problem, remedy: 'Give the arguments class a constructor without parameters' });
    return {};
  }
}

function withoutArguments({ name }: Class): DefinitionFault {
  const problem = 'is given as `args` but has no argument';
  return { where: name, problem, remedy: 'Decorate its properties with @Arg(), or leave `args` out' };
}

const NOT_AN_OBJECT = { argument: '', rule: 'isObject', message: 'arguments must be an object of strings' };

function notAString(argument: string): ArgumentFault {
  return { argument, rule: 'isString', message: `${argument} must be a string` };
}

function unknownArgument(name: string): ArgumentFault {
  const argument = clip(name);
  return { argument, rule: 'unknown', message: `${argument} is not an argument of this prompt` };
}
