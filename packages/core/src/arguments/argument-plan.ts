import type { ArgDefinition } from './arg-definition.js';
import {
  type Naming,
  type ObjectPlan,
  type Origin,
  ORIGINS,
  type OutputWalk,
  type ReadContext,
  addTypeFault,
} from './argument-type.js';
import { clip } from '../text/strings.js';
import { type ArgumentFault, MAX_FAULTS, InvalidArgumentsError, type KindName } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import { nearest } from '../text/nearest.js';
import { ignoreRejection } from '../promises.js';
import { lengthOf, TEXT, TOO_DEEP } from './scalar-types.js';
import { transform } from './transformations.js';
import type { Awaitable, Class } from '../types.js';
import { refusedPaths, type Validation, type ValidationPlan, ValidationPlans } from './validation.js';
import type { ConstructValidator } from './rule.js';
import type { ClientProfile } from '../clients/client-profile.js';
import { isPlaceholder } from '../clients/known-hosts.js';
import { isObject } from '../text/option-kinds.js';

/** The context in which arguments are bound. */
export interface Binding {
  /** The kind of the definition that declares the arguments, for error messages. */
  readonly kind: KindName;
  readonly name: string;
  readonly origin: Origin;
  readonly walk?: OutputWalk | undefined;
  readonly limits: Pick<Limits, 'argumentLength' | 'argumentsLength' | 'maxDepth' | 'maxValues'>;
  readonly construct?: ConstructValidator | undefined;
  /**
   * Formats the message of a fault.
   * @default the fault keeps its own message
   */
  readonly messageOf?: ((fault: ArgumentFault) => string) | undefined;
}

/** Reads the arguments that one class declares. Compiled once and used by every request. */
export class ArgumentPlan<Args extends object = object> implements ObjectPlan {
  readonly type: Class<Args>;
  readonly arguments: readonly ArgDefinition[];
  readonly names: readonly string[];
  readonly #names: Readonly<Record<Naming, readonly string[]>>;
  readonly #hasTransformations: boolean;
  readonly #rules: ValidationPlan;

  constructor(type: Class<Args>, args: readonly ArgDefinition[], rules: ValidationPlan) {
    this.type = type;
    this.arguments = Object.freeze(args);
    this.names = Object.freeze(args.map(({ name }) => name));
    const isRenamed = args.some(({ name, property }) => name !== property);
    this.#names = { wire: this.names, property: isRenamed ? args.map(({ property }) => property) : this.names };
    this.#hasTransformations = args.some((arg) => arg.isTransformed);
    this.#rules = rules;
  }

  /** The plan for definitions without arguments. */
  static readonly none = new ArgumentPlan(class NoArguments {}, [], new ValidationPlans().compile(Object));

  /**
   * Converts and validates the arguments. Synchronous, unless a rule is asynchronous.
   * @throws {InvalidArgumentsError} with the faults of the request
   */
  bind(input: unknown, binding: Binding): Awaitable<Args> {
    const raw = input === undefined ? {} : input;
    if (!isObject(raw)) throw this.#argumentsError([binding.origin === 'text' ? NOT_STRINGS : NOT_OBJECT], binding);
    const faults: ArgumentFault[] = [];
    const { origin, limits, construct: constructValidator, walk } = binding;
    const { names: naming, isFromHandler } = ORIGINS[origin];
    if (naming === 'wire' && !isFromHandler) this.checkLengths([raw], binding);
    const args = this.read(raw, { origin, path: '', faults, maxDepth: limits.maxDepth, walk });
    const refused = faults.length > 0 ? refusedPaths(faults) : undefined;
    const validation: Validation = { faults, pending: [], ancestors: [], refused, constructValidator, naming };
    this.#rules.check(args, '', validation);
    const finish = () => {
      if (faults.length > 0) throw this.#argumentsError(faults, binding);
      return args;
    };
    return validation.pending.length > 0 ? Promise.all(validation.pending).then(finish) : finish();
  }

  /** Reads the members of an object into an instance. Omits unreadable members, and adds a fault for each. */
  read(raw: object, reading: ReadContext): Args {
    const args = new this.type();
    const values = args as Record<string, unknown>;
    if (reading.walk !== undefined) {
      this.#copyMembers(raw, values, { ...reading, walk: reading.walk });
      return args;
    }
    const { names: naming, isFromHandler } = ORIGINS[reading.origin];
    const names = this.#names[naming];
    const isTransformed = this.#hasTransformations && !isFromHandler;
    const transformed = isTransformed ? this.#transform(raw, reading) : NO_VALUES;
    for (const name of Object.keys(raw)) {
      const arg = this.arguments[names.indexOf(name)];
      if (arg === undefined) this.#addUnknownFault(name, reading);
      else {
        const hasTransformed = Object.hasOwn(transformed, arg.property);
        const value = hasTransformed ? transformed[arg.property] : (raw as Values)[name];
        const memberValue = readMember(arg, value, { ...reading, path: reading.path + name }, hasTransformed);
        if (isAbsent(memberValue, reading.origin, arg)) continue; // In JSON, an empty string may be absent, too.
        values[arg.property] = memberValue;
        if (!arg.type.isNormalized) this.#rules.keepText(args, arg.property, value);
      }
    }
    return args;
  }

  /**
   * Copies the declared properties of an object that a handler has returned. A property may be a getter on the
   * prototype, as in entities.
   * @throws {EndlessOutputError} if the output refers to itself, or exceeds `limits.maxValues` or `limits.maxDepth`
   */
  #copyMembers(raw: object, into: Record<string, unknown>, reading: ReadContext & { readonly walk: OutputWalk }): void {
    const { walk, path } = reading;
    walk.objects += 1;
    walk.depth += 1;
    const { maxDepth, maxValues } = walk.limits;
    if (walk.depth > maxDepth || walk.objects > maxValues)
      throw new EndlessOutputError(
        `contains itself, contains more than ${maxValues} objects, or is nested more than ${maxDepth} levels deep`,
      );
    for (const arg of this.arguments) {
      const { property } = arg;
      const memberValue = readMember(arg, (raw as Values)[property], { ...reading, path: path + property });
      if (memberValue !== undefined) into[property] = memberValue;
    }
    const declared = this.#names.property;
    for (const name of Object.keys(raw)) if (!declared.includes(name)) walk.onUndeclared(path + name);
    walk.depth -= 1;
  }

  /** Converts an instance to JSON, with wire names. Omits `null`, unless the type accepts `null`. */
  write(instance: object): Values {
    const written: Record<string, unknown> = {};
    for (const { name, property, type } of this.arguments) {
      const value = (instance as Values)[property];
      if (value !== undefined && (value !== null || type.acceptsNull === true)) written[name] = type.write(value);
    }
    return written;
  }

  get(name: string): ArgDefinition | undefined {
    return this.arguments[this.names.indexOf(name)];
  }

  /** Returns the property that a wrong name probably means. The name may be a wire name, or misspelt. */
  closestProperty(property: string): string | undefined {
    return this.get(property)?.property ?? nearest(property, this.#names.property);
  }

  /** @throws {InvalidArgumentsError} if a string is too long */
  checkLengths(objects: readonly object[], binding: Binding): void {
    const faults = lengthFaults(objects, binding.limits);
    if (faults.length > 0) throw this.#argumentsError(faults, binding);
  }

  /** Reads incomplete arguments. Values that cannot be read stay unchanged. */
  readIncomplete(raw: object): Partial<Args> {
    const entries: [string, unknown][] = [];
    for (const [name, value] of Object.entries(raw)) {
      const arg = this.get(name);
      if (arg === undefined || typeof value !== 'string' || value === '') continue;
      const faults: ArgumentFault[] = [];
      const converted = arg.type.read(value, { origin: 'text', path: name, faults, maxDepth: DEFAULT_LIMITS.maxDepth });
      entries.push([arg.property, faults.length === 0 ? converted : value]);
    }
    return Object.fromEntries(entries) as Partial<Args>;
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    const required = this.arguments.filter((arg) => arg.isAlwaysRequired).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(this.arguments.map((arg) => [arg.name, arg.schema(definitions)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  /** Returns the values that class-transformer has transformed, by property. */
  #transform(raw: object, { origin, path, faults }: ReadContext): Values {
    const transformable: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(raw)) {
      const arg = this.arguments[this.#names[ORIGINS[origin].names].indexOf(name)];
      if (arg?.isTransformed && isTransformable(value, origin)) transformable[arg.property] = value;
    }
    return transform(this.type, transformable, (property) => {
      const refused = this.arguments.find((arg) => arg.property === property) as ArgDefinition;
      const isNamed = ORIGINS[origin].names === 'property';
      addTypeFault(refused.type, { faults, path: path + (isNamed ? property : refused.name) });
    });
  }

  #addUnknownFault(name: string, { origin, path, faults }: ReadContext): void {
    if (faults.length > MAX_FAULTS) return; // Skips the suggestions, because computing them takes time.
    const argument = path + clip(name);
    const suggestion = nearest(name, this.#names[ORIGINS[origin].names]);
    const hint = suggestion === undefined ? '' : `; did you mean ${path}${suggestion}?`;
    const message = `${argument} is not a known argument${hint}`;
    const suggested = suggestion !== undefined && { suggestion: path + suggestion };
    faults.push({ argument, rule: 'unknown', message, ...suggested });
  }

  /**
   * Creates the error with the faults in the order of the arguments. Faults that concern no single argument come last.
   */
  #argumentsError(faults: readonly ArgumentFault[], { kind, name, origin, messageOf }: Binding): InvalidArgumentsError {
    const names = this.#names[ORIGINS[origin].names];
    const position = ({ argument }: ArgumentFault) => names.indexOf(argumentOf(argument)) + 1 || names.length + 1;
    const sorted = faults.toSorted((a, b) => position(a) - position(b));
    return new InvalidArgumentsError(
      kind,
      name,
      messageOf ? sorted.map((fault) => withCustomMessage(fault, messageOf)) : sorted,
    );
  }
}

type Values = Readonly<Record<string, unknown>>;

const NO_VALUES: Values = {};

const NOT_STRINGS = { argument: '', rule: 'isObject', message: 'arguments must be an object whose values are strings' };
const NOT_OBJECT = { argument: '', rule: 'isObject', message: 'arguments must be an object' };

/** Thrown if an output refers to itself, or exceeds `limits.maxValues` or `limits.maxDepth`. */
export class EndlessOutputError extends RangeError {
  override readonly name = 'EndlessOutputError';
}

/**
 * Reads one argument; `undefined` if it is absent or has a fault.
 * @param isFromTransformer whether class-transformer has produced the value
 */
function readMember(arg: ArgDefinition, value: unknown, reading: ReadContext, isFromTransformer = false): unknown {
  const { origin } = reading;
  if (isAbsent(value, origin, arg)) return undefined;
  const isText = typeof value === 'string';
  // A value that class-transformer has already converted to the type must not be converted again.
  const isValue = arg.isTransformed && !isText && (isFromTransformer || !ORIGINS[origin].keepsEmpty);
  if (isValue) return arg.type.read(value, { ...reading, origin: 'value' });
  if (origin !== 'text' || isText) return arg.type.read(value, reading);
  return addTypeFault(TEXT, reading);
}

function isAbsent(value: unknown, origin: Origin, { allowEmpty, type }: ArgDefinition): boolean {
  if (value === undefined) return true;
  const { keepsEmpty } = ORIGINS[origin];
  if (value === null) return origin !== 'text' && !(keepsEmpty && type.acceptsNull === true);
  return value === '' && !allowEmpty && !keepsEmpty;
}

/** Whether class-transformer may process a value. Objects are excluded, because they may be nested to any depth. */
function isTransformable(value: unknown, origin: Origin): boolean {
  if (typeof value === 'string') return true;
  return ORIGINS[origin].keepsEmpty && (typeof value === 'number' || typeof value === 'boolean');
}

/** Returns the name of the argument at the start of a path: `stops` in `stops[1].city`. */
export function argumentOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? '';
}

/**
 * Replaces the message of a fault with the message that the application formats.
 * @throws {TypeError} if the new message is not a string
 */
function withCustomMessage(fault: ArgumentFault, messageOf: (fault: ArgumentFault) => unknown): ArgumentFault {
  const message = messageOf(fault);
  if (typeof message === 'string') return { ...fault, message };
  ignoreRejection(message);
  throw new TypeError(`messageOf must synchronously return a string, but returned a value of type ${typeof message}`);
}

/** Removes the placeholders that a host sends as arguments, and converts JSON values to strings. */
export function normalizeHostArguments(
  { sendsJson, sendsPlaceholders }: ClientProfile,
  input: unknown,
  plan: ArgumentPlan,
): unknown {
  if ((sendsJson !== true && sendsPlaceholders !== true) || !isObject(input)) return input;
  const isKept = ([name, value]: [string, unknown]) => !isPlaceholder(value) || plan.get(name)?.isRequired !== false;
  const entries: [string, unknown][] = Object.entries(input);
  const kept = sendsPlaceholders === true ? entries.filter(isKept) : entries;
  return Object.fromEntries(sendsJson === true ? kept.map(([name, value]) => [name, jsonToString(value)]) : kept);
}

function jsonToString(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/**
 * Returns a fault for each argument that is too long or nested too deeply, and a further fault if all arguments
 * together are too long.
 */
function lengthFaults(
  groups: readonly object[],
  { argumentLength, argumentsLength, maxDepth }: Binding['limits'],
): readonly ArgumentFault[] {
  const faults: ArgumentFault[] = [];
  let total = 0;
  for (const raw of groups as readonly Readonly<Record<string, unknown>>[]) {
    for (const name of Object.keys(raw)) {
      const argument = raw[name];
      const length = typeof argument === 'string' ? argument.length : lengthOf(argument, maxDepth);
      total += length;
      if (length === TOO_DEEP) faults.push(tooDeepFault(clip(name), maxDepth));
      else if (length > argumentLength) faults.push(tooLongFault(clip(name), argumentLength));
    }
  }
  if (total > argumentsLength && total !== TOO_DEEP) faults.push(tooLongFault('', argumentsLength));
  return faults;
}

function tooLongFault(argument: string, limit: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${limit} characters long` };
}

function tooDeepFault(argument: string, maxDepth: number): ArgumentFault {
  return { argument, rule: 'maxDepth', message: `${argument} must be nested at most ${maxDepth} levels deep` };
}
