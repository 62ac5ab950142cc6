import { type CallOptions, RequestContext } from '../api/context.js';
import { type Defect, defect, type DefinitionFault, locate } from '../definition-error.js';
import { refuseStandard } from '../metadata/decorator-targets.js';
import { type PackageCopy, DecoratorRecord, readParameterTypes } from '../metadata/metadata.js';
import { CLASS } from '../text/option-kinds.js';
import type { Awaitable, Class, InjectableClass } from '../types.js';
import type { DefinitionOptions, NoArgsDeclared } from './definition-options.js';
import { type ClassKind, type Declaration, DECLARATIONS } from './kind.js';

export interface MethodDeclaration extends Declaration {
  readonly method: string | symbol;
  /** The prototype that declares the method; the class itself if the method is static. */
  readonly owner: object;
}

const METHODS = new DecoratorRecord<readonly MethodDeclaration[]>('methods');

/** Declares a method as a handler. A subclass may declare it again. */
function declareMethod(owner: object, method: string | symbol, kind: ClassKind, options: DefinitionOptions): void {
  const records = METHODS.readInherited(owner) ?? [];
  const previous = records.find((each) => each.method === method && each.owner === owner);
  const declaration = { ...nextDeclaration(previous, kind, options), method, owner };
  METHODS.write(owner, [...records.filter((each) => each.method !== method), declaration]);
}

/**
 * Creates a record. If the same class or method already has a record of a different kind, `otherKind` names that kind.
 */
function nextDeclaration(previous: Declaration | undefined, kind: ClassKind, options: DefinitionOptions): Declaration {
  return { kind, options, otherKind: previous?.kind === kind ? previous.otherKind : previous?.kind };
}

/**
 * Records the class or method to which a decorator is applied.
 * @throws {TypeError} if the decorator is applied to anything else, or called as a standard decorator
 */
export function declareTarget(
  kind: ClassKind,
  options: DefinitionOptions,
  [target, member]: readonly [object, unknown?],
): void {
  refuseStandard(kind.decorator, member);
  if (typeof member === 'string' || typeof member === 'symbol') return declareMethod(target, member, kind, options);
  CLASS.require(`The target of @${kind.decorator}()`, target);
  DECLARATIONS.write(target, nextDeclaration(DECLARATIONS.read(target), kind, options));
}

/** The arguments of a handler method, for in-process calls. */
export type MethodArguments<Handler, Method extends keyof Handler> = Handler[Method] extends (
  args: infer Args extends object,
  ...rest: never[]
) => unknown
  ? Args extends RequestContext
    ? NoArgsDeclared
    : Partial<Args>
  : NoArgsDeclared;

export type MethodName<Handler> = {
  [Name in keyof Handler]: Handler[Name] extends (...parameters: never[]) => unknown ? Name : never;
}[keyof Handler] &
  string;

/** An in-process call of a class or of one of its methods. */
interface TypedCall {
  readonly method: string | undefined;
  readonly args: object;
  readonly call: CallOptions;
}

/** Parses the parameters of an in-process call. A method's name, if present, comes first. */
export function parseTypedCall(parameters: readonly unknown[]): TypedCall {
  const [first] = parameters;
  const method = typeof first === 'string' ? first : undefined;
  // The overloads of typed calls guarantee these types.
  const [args, call = {}] = (method === undefined ? parameters : parameters.slice(1)) as [object, CallOptions?];
  return { method, args, call };
}

/** A handler method. Without the option `args`, the type of the first parameter determines the arguments. */
export type HandlerFunction<Args extends object, Output> = NoArgsDeclared extends Args
  ? (...parameters: never[]) => Awaitable<Output>
  : (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<Output>;

/** Decorates a class, or a method of a class that has several handlers. */
export interface HandlerDecorator<Type, Method> {
  (type: Type): void;
  <Decorated extends Method>(
    prototype: object,
    method: string | symbol,
    descriptor: TypedPropertyDescriptor<Decorated>,
  ): void;
}

/** Returns the handler methods of a class and its parents. */
export function methodsOf(type: Function): readonly MethodDeclaration[] {
  const declared = [...(METHODS.readInherited(prototypeOf(type)) ?? []), ...(METHODS.readInherited(type) ?? [])];
  return declared.filter(({ owner }) => METHODS.read(owner) !== undefined); // Excludes other copies of this package.
}

/** If a different copy of this package decorated a class or its methods, returns that copy. */
export function otherCopyOf(type: Function): PackageCopy | undefined {
  return DECLARATIONS.otherCopy(type) ?? METHODS.otherCopy(prototypeOf(type));
}

function prototypeOf(type: Function): object {
  const { prototype }: { readonly prototype?: unknown } = type;
  return typeof prototype === 'object' && prototype !== null ? prototype : type;
}

/** Whether a class, or one of its methods, is a handler. */
export function hasHandlers(type: Function): boolean {
  return DECLARATIONS.read(type) !== undefined || methodsOf(type).length > 0;
}

interface MethodParameters {
  readonly args: Class | undefined;
  readonly takesContextOnly: boolean;
  readonly defects: readonly Defect[];
}

/**
 * Returns the parameters of a handler method: from the decorator's options, otherwise from the type of the first
 * parameter.
 */
export function parametersOf({ options, owner, method, kind }: MethodDeclaration): MethodParameters {
  const types = readParameterTypes(owner, method);
  const [first] = types ?? [];
  const takesContextOnly = first === RequestContext;
  if (takesContextOnly || options.args !== undefined) return { args: options.args, takesContextOnly, defects: [] };
  if ((types ?? { length: parameterCountOf(owner, method) }).length === 0) return NO_PARAMETERS;
  if (isClass(first)) return { ...NO_PARAMETERS, args: first };
  if (types === undefined) return { ...NO_PARAMETERS, defects: [typesNotEmittedDefect(kind)] };
  return { ...NO_PARAMETERS, defects: [SCALARS.has(first) ? scalarDefect(method) : notAClassDefect(kind)] };
}

function isClass(type: unknown): type is Class {
  return typeof type === 'function' && !BUILT_IN.has(type);
}

/** The classes that the compiler emits for types that are not classes of the application. */
const BUILT_IN: ReadonlySet<unknown> = new Set([
  Object,
  String,
  Number,
  Boolean,
  Array,
  Function,
  Promise,
  Date,
  BigInt,
  Symbol,
]);

const NO_PARAMETERS: MethodParameters = { args: undefined, takesContextOnly: false, defects: [] };

function parameterCountOf(owner: object, method: string | symbol): number {
  const value = (owner as Readonly<Record<string | symbol, unknown>>)[method];
  return typeof value === 'function' ? value.length : 0;
}

function typesNotEmittedDefect({ decorator }: ClassKind): Defect {
  const remedy = `Set "emitDecoratorMetadata": true in tsconfig.json, or pass the class of the arguments to @${decorator}(), as in @${decorator}({ args: ReviewArgs })`;
  return defect('args-invalid', 'has parameters whose types the compiler did not emit', remedy);
}

const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean]);

function scalarDefect(method: string | symbol): Defect {
  const remedy = `Take all arguments as one object of a class whose properties have @Arg(), as in ${String(method)}({ id }: OrderArgs)`;
  return defect('args-invalid', 'has a first parameter that is a string, a number or a boolean', remedy);
}

function notAClassDefect({ decorator }: ClassKind): Defect {
  const remedy = `Use a class whose properties have @Arg(), and import it without \`type\`. Or pass the class to @${decorator}(), as in @${decorator}({ args: ReviewArgs })`;
  return defect('args-invalid', 'has a first parameter whose type is not a class', remedy);
}

/** Returns the defects of a handler method, apart from those of its options and parameters. */
export function methodDefects(
  type: InjectableClass<object>,
  { method, owner, otherKind, kind }: MethodDeclaration,
): readonly Defect[] {
  const invalid = (problem: string, remedy: string) => [defect('method-invalid', problem, remedy)];
  if (typeof owner === 'function') return invalid('is static', 'Remove `static`: handlers are instance methods');
  if (typeof method === 'symbol') return invalid('has a symbol as its name', 'Use a string as its name');
  if (typeof descriptorOf(type.prototype, method)?.value !== 'function')
    return invalid('is not a method', `Write @${kind.decorator}() above a method, or above the class`);
  return kindDefects(kind, otherKind, 'methods');
}

/** Returns the defect of a class or method with decorators of two kinds. */
export function kindDefects(kind: ClassKind, other: ClassKind | undefined, forms: 'classes' | 'methods'): Defect[] {
  if (other === undefined) return [];
  const problem = `is decorated with both @${kind.decorator}() and @${other.decorator}()`;
  return [defect('class-of-two-kinds', problem, `Remove one of the decorators, or write two ${forms}`)];
}

/** Returns the descriptor of an own or inherited property. */
export function descriptorOf(prototype: object | null, name: string): PropertyDescriptor | undefined {
  if (prototype === null) return undefined;
  return Object.getOwnPropertyDescriptor(prototype, name) ?? descriptorOf(Object.getPrototypeOf(prototype), name);
}

/** Returns the fault of a decorated class that also has decorated methods. */
export function bothFormsFault(type: InjectableClass<object>, { kind }: Declaration): DefinitionFault {
  const names = methodsOf(type).map(({ method }) => String(method));
  const problem = `is decorated with @${kind.decorator}(), and so ${names.length === 1 ? 'is its method' : 'are its methods'} ${names.join(', ')}`;
  return {
    ...locate(type.name),
    ...defect('class-of-both-forms', problem, 'Decorate either the class or its methods'),
  };
}
