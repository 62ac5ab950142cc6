import { ArgumentPlan } from '../arguments/argument-plan.js';
import { Compilation } from '../arguments/compilation.js';
import { type Defect, defect, type DefinitionFault, type FaultLocation, locate } from '../definition-error.js';
import { suggestionRemedy } from '../text/nearest.js';
import { checkedOptions, describeValue } from '../text/option-kinds.js';
import { OWN_FOLDER } from '../text/stack-frames.js';
import type { PackageCopy } from '../metadata/metadata.js';
import { type ArgumentFault, InvalidArgumentsError } from '../errors.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { isIconSource } from '../output/shapes.js';
import { ignoreRejection } from '../promises.js';
import type { InjectableClass } from '../types.js';
import { collectCompleters } from './completers.js';
import { Definition } from './definition.js';
import { type DefinitionOptions, joinTags, tagDefects, versionDefects } from './definition-options.js';
import { DECLARATIONS, type ClassKind, type Declaration, type HandlerMethod, type Kind } from './kind.js';
import { deprecationOf, copyDisplayProperties } from './list-entry.js';
import {
  bothFormsFault,
  descriptorOf,
  kindDefects,
  type MethodDeclaration,
  methodDefects,
  methodsOf,
  otherCopyOf,
  parametersOf,
} from './method-handlers.js';
import { isName, defaultName, describeNames } from './naming.js';
import { Visibility } from './visibility.js';

// One shared empty array, because there may be many thousands of definitions.
const EMPTY = Object.freeze([]);

function freezeList<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? EMPTY : Object.freeze([...items]);
}

/** The properties of a definition that is not in a pack. */
const OUTSIDE_PACKS = { owner: '', resolver: undefined, requires: EMPTY };

/** One handler of a class. A handler with faults is not served. */
export interface CompiledHandler {
  readonly definition: Definition | undefined;
  readonly faults: readonly DefinitionFault[];
}

/**
 * The compiled handlers of each class without faults. They are cached, because most classes are listed again after a
 * reload.
 */
const HANDLERS = new WeakMap<InjectableClass<object>, readonly CompiledHandler[]>();

/**
 * Compiles the handlers of a class: the class itself, or its decorated methods. A class without faults is compiled
 * once.
 */
export function compileClass(type: InjectableClass<object>): readonly CompiledHandler[] {
  const known = HANDLERS.get(type);
  if (known !== undefined) return known;
  const compiled = compileHandlers(type);
  if (compiled.every(({ faults }) => faults.length === 0)) HANDLERS.set(type, compiled);
  return compiled;
}

function compileHandlers(type: InjectableClass<object>): readonly CompiledHandler[] {
  const declaration = DECLARATIONS.read(type);
  const methods = typeof type === 'function' ? methodsOf(type) : EMPTY;
  if (declaration === undefined && methods.length > 0) return methods.map((each) => compileMethod(type, each));
  if (declaration === undefined) return [{ definition: undefined, faults: [undecoratedFault(type)] }];
  const faults: DefinitionFault[] = [];
  if (methods.length > 0) faults.push(bothFormsFault(type, declaration));
  return [{ definition: compileClassHandler(type, declaration, faults), faults }];
}

function undecoratedFault(type: InjectableClass<object>): DefinitionFault {
  const copy = typeof type === 'function' ? otherCopyOf(type) : undefined;
  if (copy !== undefined) return otherCopyFault(type.name, 'decorated', copy);
  const remedy = 'Decorate the class itself with @Prompt(), @Tool() or @Resource(): decorators are not inherited';
  return {
    ...locate(labelOf(type)),
    ...defect('class-not-decorated', 'is listed but has no decorator', remedy),
  };
}

/** Returns the name that faults use for a listed class. */
export function labelOf(type: unknown): string {
  return typeof type === 'function' && type.name !== '' ? type.name : describeValue(type);
}

/** Returns the fault for a class or entry from a different copy of this package. */
export function otherCopyFault(name: string, verb: 'decorated' | 'created', { folder }: PackageCopy): DefinitionFault {
  const folders = folder && OWN_FOLDER && ` (${folder}) than the runtime (${OWN_FOLDER})`;
  const problem = `is ${verb} by a different copy of @cuecard/core${folders ?? ''}`;
  return { ...locate(name), ...defect('class-of-another-copy', problem, ONE_COPY) };
}

const ONE_COPY =
  'Install one copy: declare @cuecard/core as a peer dependency in every package that exports packs. If the package is linked, install it as a copy instead (npm install --install-links, or file: with pnpm and Yarn)';

export function compileClassHandler(
  type: InjectableClass<object>,
  declaration: Declaration,
  faults: DefinitionFault[],
): Definition {
  const { kind, otherKind } = declaration;
  const { handlerMethod, decorator } = kind;
  const form = {
    location: locate(type.name || 'A class without a name'),
    method: { name: handlerMethod, isDeclared: false, takesContextOnly: false },
    name: defaultName(type.name, decorator),
    unnamedBy: decorator,
    defects: [
      ...kindDefects(kind, otherKind, 'classes'),
      ...(mayHaveMethod(type, handlerMethod) ? EMPTY : [missingMethodDefect(handlerMethod)]),
    ],
  };
  return compile(type, { ...declaration, ...form }, faults);
}

function missingMethodDefect(method: string): Defect {
  const remedy = `Add a method ${method}(args, context) that returns the result`;
  return defect('method-missing', `has no method \`${method}\``, remedy);
}

function compileMethod(type: InjectableClass<object>, declared: MethodDeclaration): CompiledHandler {
  const property = String(declared.method);
  const location = locate(type.name, property);
  const methodFaults = methodDefects(type, declared);
  if (methodFaults.length > 0)
    return { definition: undefined, faults: methodFaults.map((each) => ({ ...location, ...each })) };
  const { args, takesContextOnly, defects } = parametersOf(declared);
  const form = {
    location,
    method: { name: property, isDeclared: true, takesContextOnly },
    name: defaultName(property, declared.kind.decorator),
    unnamedBy: undefined,
    defects,
  };
  const faults: DefinitionFault[] = [];
  const options = { ...declared.options, ...(args && { args }) };
  return { definition: compile(type, { ...declared, options, ...form }, faults), faults };
}

/** The declaration of a handler, in the same form for classes and methods. */
interface NormalizedDeclaration extends Declaration {
  readonly location: FaultLocation;
  readonly method: HandlerMethod;
  readonly name: string;
  /** The decorator without a `name`, if the name derives from the class name, which bundlers may change. */
  readonly unnamedBy: string | undefined;
  readonly defects: readonly Defect[];
}

function compile(
  type: InjectableClass<object>,
  { kind, options: input, location, method, ...form }: NormalizedDeclaration,
  faults: DefinitionFault[],
): Definition {
  const report = (defects: readonly Defect[]) => faults.push(...defects.map((each) => ({ ...location, ...each })));
  const { options, faults: invalid } = checkedOptions(input, kind.options);
  const { args, examples = EMPTY, name = form.name } = options;
  report([...invalid, ...optionDefects({ kind, options }, name), ...form.defects]);
  const compilation = new Compilation(faults, options.groups);
  const faultCount = faults.length;
  const plan =
    args === undefined ? ArgumentPlan.none : compilation.rootPlan(args, () => ({ ...location, ...ARGS_WITHOUT_CLASS }));
  report(groupDefects(options, compilation));
  // Examples are checked if the arguments have no faults and no validator needs a service.
  const canCheckExamples = faults.length === faultCount && compilation.validation.validators.length === 0;
  if (canCheckExamples) report(exampleDefects(kind, plan, examples));
  const completers = collectCompleters(type, { plan, method, location }, faults);
  const members = {
    kind,
    name,
    unnamedBy: options.name === undefined ? form.unnamedBy : undefined,
    type,
    method: Object.freeze(method),
    instance: undefined,
    arguments: plan,
    examples: freezeList(examples),
    completers,
    specifics: kind.compileSpecifics?.({ type, location, options, plan, method, compilation }),
    asTool: kind.asToolOf?.(options),
    validators: freezeList(compilation.validation.validators),
    ...unchangedOptions(options),
    ...OUTSIDE_PACKS,
  };
  return new Definition(members, copyDisplayProperties(options));
}

/** Returns the properties of a definition that derive from its options alone. */
function unchangedOptions(options: DefinitionOptions) {
  const { version, labels = EMPTY, interceptors = EMPTY } = options;
  return {
    version,
    labels: freezeList(labels),
    tags: joinTags(options.tags, EMPTY),
    deprecated: deprecationOf(options),
    visibility: Visibility.of(options),
    interceptors: freezeList(interceptors.map((entry) => ({ entry, owner: '', resolver: undefined }))),
  };
}

const ARGS_WITHOUT_CLASS = defect(
  'args-invalid',
  'has `args` that is not a class',
  'Use a class whose properties have @Arg(), as in args: ReviewArgs',
);

function optionDefects({ kind, options }: Declaration, name: string): Defect[] {
  const invalid = `has the name "${name}", which some clients do not support`;
  const badIcons = (options.icons ?? []).filter(({ src }) => !isIconSource(src));
  return [
    ...(isName(name, kind)
      ? EMPTY
      : [defect('name-invalid', invalid, `Give @${kind.decorator}() a name of ${describeNames(kind)}`)]),
    ...badIcons.map(({ src }) => {
      return defect('icon-invalid', `has the icon "${src}", which clients reject`, 'Use an https: or data: URI');
    }),
    ...versionDefects(options),
    ...tagDefects(options.tags),
  ];
}

/** Returns a defect for each validation group that no rule has. Such a group disables rules by mistake. */
function groupDefects({ args, groups = EMPTY }: DefinitionOptions, { validation }: Compilation): Defect[] {
  const known = groups.length === 0 ? undefined : validation.knownGroups;
  if (args === undefined || known === undefined) return [];
  const unknown = groups.filter((group) => !known.has(group));
  return unknown.map((group) => {
    const problem = `has the group "${group}", which no rule of ${args.name} has`;
    return defect('group-unknown', problem, suggestionRemedy(group, [...known]));
  });
}

/** Returns the defects of sample arguments that a call would reject. Asynchronous rules are not checked. */
function exampleDefects(kind: ClassKind, plan: ArgumentPlan, examples: readonly object[]): Defect[] {
  return examples.flatMap((example, at) => {
    const subject = examples.length === 1 ? 'an invalid example' : `an invalid example (number ${at + 1})`;
    return exampleFaults(example, plan, kind).map(({ rule, message }) => {
      return defect('example-refused', `has ${subject}: ${message}`, exampleRemedy(rule, plan));
    });
  });
}

function exampleFaults(
  example: object,
  plan: ArgumentPlan,
  { name, typedOrigin }: ClassKind,
): readonly ArgumentFault[] {
  try {
    ignoreRejection(plan.bind(example, { kind: name, name: '', origin: typedOrigin, limits: DEFAULT_LIMITS }));
    return [];
  } catch (error) {
    return error instanceof InvalidArgumentsError ? error.errors : [];
  }
}

/** Returns the remedy for a rejected example. Most examples are right, so the declaration comes first. */
function exampleRemedy(rule: string, plan: ArgumentPlan): string {
  if (rule === 'isDefined')
    return 'Add the argument to the example, or make the argument optional with @IsOptional() or an initial value';
  if (rule !== 'unknown') return 'Correct the example or the rule';
  return plan.arguments.length === 0
    ? 'Declare the arguments with the option `args`, as in args: SumArgs, or correct the example'
    : 'Declare the argument with @Arg(), or correct the example';
}

/** Creates a definition whose handler is an existing instance, without arguments or declared options. */
export function instanceDefinition(kind: Kind, instance: object): Definition {
  const { name } = instance.constructor;
  const members = {
    kind,
    instance,
    method: { name: kind.handlerMethod, isDeclared: false, takesContextOnly: false },
    name,
    unnamedBy: undefined,
    type: instance.constructor as InjectableClass<object>,
    arguments: ArgumentPlan.none,
    examples: EMPTY,
    specifics: undefined,
    completers: new Map(),
    validators: EMPTY,
    asTool: undefined,
    ...unchangedOptions({}),
    ...OUTSIDE_PACKS,
  };
  return new Definition(members, {});
}

/**
 * Whether instances of a class may have a method. A method on a prototype can be looked up. A method that is set as a
 * property or in the constructor appears only in the source code, which is searched. Returns `true` if in doubt.
 */
function mayHaveMethod(type: InjectableClass, method: string): boolean {
  const { prototype }: { readonly prototype: Readonly<Record<string, unknown>> } = type;
  const descriptor = descriptorOf(prototype, method);
  if (descriptor !== undefined) return descriptor.get !== undefined || typeof descriptor.value === 'function';
  return sourcesOf(type).some((source) => source.includes(method) || MAY_ADD_METHODS.test(source));
}

/** Matches native code, such as the source of a Proxy, and code that may add methods with computed names. */
const MAY_ADD_METHODS = /\[native code\]|\b(?:Object|Reflect)\s*\.|\bthis\s*\[|[(,]\s*this\b|\]\s*=/;

function sourcesOf(type: Function): string[] {
  const parent: unknown = Object.getPrototypeOf(type);
  const inherited = typeof parent === 'function' && parent !== Function.prototype ? sourcesOf(parent) : [];
  return [Function.prototype.toString.call(type), ...inherited];
}
