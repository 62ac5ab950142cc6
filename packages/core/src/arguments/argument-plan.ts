import type { ArgDefinition } from './arg-definition.js';
import { type ObjectPlan, type Origin, type Reading, refusal } from './argument-type.js';
import { clip } from '../text/clip.js';
import { type ArgumentFault, FAULTS_REPORTED, InvalidArgumentsError } from '../errors.js';
import { inWords, type MessageOf } from './fault-message.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { checkLengths, type LengthLimits } from './argument-lengths.js';
import { NameIndex } from '../text/name-index.js';
import { nearest } from '../text/nearest.js';
import { transform } from './transformations.js';
import type { Awaitable, Class } from '../types.js';
import type { Validation } from '../validation/validation.js';
import type { ValidationPlan } from '../validation/validation-plan.js';
import { refusedPaths } from '../validation/refused-paths.js';
import { ValidationPlans } from '../validation/validation-plans.js';
import type { MakeValidator } from '../validation/validation-rules.js';

/** How one request's arguments are bound. */
export interface Binding {
  /** The prompt's name, for errors. */
  readonly prompt: string;
  /** `text` for arguments of the wire, `value` for those of a caller in process. */
  readonly origin: Origin;
  readonly limits: LengthLimits;
  readonly makeValidator?: MakeValidator | undefined;
  /** Says what is wrong in the words of the application; by default the fault's own message. */
  readonly messageOf?: MessageOf | undefined;
}

/** How the arguments of one class come from the wire: compiled once, used by every request. */
export class ArgumentPlan<Args extends object = object> implements ObjectPlan {
  readonly type: Class<Args>;
  readonly arguments: readonly ArgDefinition[];
  readonly #byName: ReadonlyMap<string, ArgDefinition>;
  readonly #names: NameIndex;
  readonly #isTransformed: boolean;
  readonly #rules: ValidationPlan;

  constructor(type: Class<Args>, args: readonly ArgDefinition[], rules: ValidationPlan) {
    this.type = type;
    this.arguments = Object.freeze(args);
    this.#byName = new Map(args.map((arg) => [arg.name, arg]));
    this.#names = new NameIndex([...this.#byName.keys()]);
    this.#isTransformed = args.some((arg) => arg.isTransformed);
    this.#rules = rules;
  }

  /** The plan of prompts without arguments. */
  static readonly none = new ArgumentPlan(class NoArguments {}, [], new ValidationPlans().compile(Object));

  /**
   * Turns what came into an instance that has passed every rule; at once, unless a rule is asynchronous.
   * @throws {InvalidArgumentsError} with all faults of the request
   */
  bind(given: unknown, binding: Binding): Awaitable<Args> {
    const raw = given === undefined ? {} : given;
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw this.#refuse([NOT_AN_OBJECT], binding);
    const faults: ArgumentFault[] = [];
    if (binding.origin === 'text') checkLengths(raw, binding.limits, faults);
    if (faults.length > 0) throw this.#refuse(faults, binding);
    const args = this.read(raw, { origin: binding.origin, path: '', faults });
    const { makeValidator } = binding;
    const refused = faults.length > 0 ? refusedPaths(faults) : undefined;
    const validation: Validation = { faults, pending: [], refused, makeValidator };
    this.#rules.check(args, '', validation);
    if (validation.pending.length > 0) return this.#awaited(args, validation, binding);
    return this.#passed(args, faults, binding);
  }

  async #awaited(args: Args, { faults, pending }: Validation, binding: Binding): Promise<Args> {
    await Promise.all(pending);
    return this.#passed(args, faults, binding);
  }

  #passed(args: Args, faults: readonly ArgumentFault[], binding: Binding): Args {
    if (faults.length > 0) throw this.#refuse(faults, binding);
    return args;
  }

  /** Reads the members of an object into an instance; what cannot be read is left out, and told. */
  read(raw: object, reading: Reading): Args {
    const args = new this.type();
    const values = args as Record<string, unknown>;
    const source = (this.#isTransformed ? this.#transform(raw, reading) : raw) as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(source)) {
      const read = this.#readMember(name, source[name], reading);
      if (read === undefined) continue;
      values[name] = read;
      this.#rules.keepText(args, name, source[name]);
    }
    return args;
  }

  #readMember(name: string, value: unknown, { origin, path, faults }: Reading): unknown {
    const arg = this.#byName.get(name);
    if (arg === undefined) {
      if (faults.length <= FAULTS_REPORTED) faults.push(this.#unknown(name, path)); // To look for what was meant takes time.
      return undefined;
    }
    if (isAbsent(value, origin, arg)) return undefined;
    const isText = typeof value === 'string';
    // What a transformation has made of a text may be a value already.
    const reading: Reading = { origin: arg.isTransformed && !isText ? 'value' : origin, path: path + name, faults };
    return reading.origin === 'text' && !isText ? notAString(reading) : arg.type.read(value, reading);
  }

  /** The argument of this name. */
  get(name: string): ArgDefinition | undefined {
    return this.#byName.get(name);
  }

  /** What can be read of arguments that are not complete yet; what cannot be read is given as it came. */
  readPartly(raw: object): Partial<Args> {
    const read: [string, unknown][] = [];
    for (const [name, value] of Object.entries(raw) as [string, unknown][]) {
      const arg = this.#byName.get(name);
      if (arg === undefined || typeof value !== 'string' || value === '') continue;
      const faults: ArgumentFault[] = [];
      const converted = arg.type.read(value, { origin: 'text', path: name, faults });
      read.push([name, faults.length === 0 ? converted : value]);
    }
    return Object.fromEntries(read) as Partial<Args>;
  }

  /** The name of the argument that was probably meant. */
  nearest(name: string): string | undefined {
    return nearest(name, NameIndex.similar(name, [this.#names]));
  }

  /** The JSON Schema of the arguments, as JSON writes their values. */
  schema(definitions: SchemaDefinitions): JsonSchema {
    const required = this.arguments.filter((arg) => arg.isAlwaysRequired).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(this.arguments.map((arg) => [arg.name, arg.schema(definitions)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  #transform(raw: object, { path, faults }: Reading): object {
    const texts = Object.entries(raw).filter(
      ([name, value]) => typeof value === 'string' && this.#byName.get(name)?.isTransformed,
    );
    const refuse = (name: string) => faults.push(refusal((this.#byName.get(name) as ArgDefinition).type, path + name));
    return { ...raw, ...transform(this.type, Object.fromEntries(texts), refuse) };
  }

  #unknown(name: string, path: string): ArgumentFault {
    const argument = path + clip(name);
    const suggestion = this.nearest(name);
    const hint = suggestion === undefined ? '' : `; did you mean ${path}${suggestion}?`;
    const message = `${argument} is not an argument of this prompt${hint}`;
    return { argument, rule: 'unknown', message, ...(suggestion !== undefined && { suggestion: path + suggestion }) };
  }

  #refuse(faults: readonly ArgumentFault[], { prompt, messageOf }: Binding): InvalidArgumentsError {
    const order = [...this.#byName.keys()];
    const position = ({ argument }: ArgumentFault) =>
      order.indexOf(/^[^.[]*/.exec(argument)?.[0] ?? '') + 1 || order.length + 1;
    const sorted = faults.toSorted((one, other) => position(one) - position(other));
    return new InvalidArgumentsError(prompt, inWords(sorted, messageOf));
  }
}

function isAbsent(value: unknown, origin: Origin, { allowEmpty }: ArgDefinition): boolean {
  return value === undefined || (value === '' && !allowEmpty) || (value === null && origin !== 'text');
}

const NOT_AN_OBJECT = { argument: '', rule: 'isObject', message: 'arguments must be an object of strings' };

function notAString({ path, faults }: Reading): undefined {
  faults.push(refusal({ expected: 'a string', rule: 'isString' }, path));
}
