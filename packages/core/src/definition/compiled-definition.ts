import { ArgumentPlan } from '../arguments/argument-plan.js';
import { Compilation } from '../arguments/compilation.js';
import { type Defect, type DefinitionFault, type FaultPlace, faultAt } from '../definition-error.js';
import { checkedOptions } from '../text/option-kinds.js';
import { isIconSource } from '../output/shapes.js';
import type { InjectableClass } from '../types.js';
import { completersOf } from './completers.js';
import { Definition } from './definition.js';
import {
  ARGS_WITHOUT_CLASS,
  invalidIcon,
  invalidName,
  exampleDefects,
  groupDefects,
  otherCopyFault,
  undecoratedFault,
  kindConflictFault,
  versionDefects,
  missingMethod,
} from './definition-faults.js';
import { type DefinitionOptions, joinTags, tagDefects } from './definition-options.js';
import { DECLARATIONS, type Declaration, type HandlerMethod, type Kind } from './kind.js';
import { deprecationOf, textsOf } from './list-entry.js';
import {
  descriptorOf,
  type MethodDeclaration,
  methodDefects,
  methodsOf,
  bothFormsFault,
  otherCopyOf,
  parametersOf,
} from './method-handlers.js';
import { isName, nameOfClass } from './naming.js';
import { Visibility } from './visibility.js';

// Shared empty values, because there may be many thousands of definitions.
const NONE = Object.freeze([]);

function freezeList<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? NONE : Object.freeze([...items]);
}

/** The properties that packs and bindings change. */
const UNMOUNTED = { owner: '', resolver: undefined, requires: NONE };

/** One handler of a class. A faulty definition answers no requests. */
export interface CompiledHandler {
  readonly definition: Definition | undefined;
  readonly faults: readonly DefinitionFault[];
}

/** The handlers of each class without faults: a reload lists most classes again, unchanged. */
const COMPILED = new WeakMap<InjectableClass<object>, readonly CompiledHandler[]>();

/** Compiles all handlers of a class, once: the class itself, or each of its methods that is declared. */
export function compileClass(type: InjectableClass<object>): readonly CompiledHandler[] {
  const faultCount = COMPILED.get(type);
  if (faultCount !== undefined) return faultCount;
  const compiled = compileHandlers(type);
  if (compiled.every(({ faults }) => faults.length === 0)) COMPILED.set(type, compiled);
  return compiled;
}

function compileHandlers(type: InjectableClass<object>): readonly CompiledHandler[] {
  const declaration = DECLARATIONS.read(type);
  const methods = typeof type === 'function' ? methodsOf(type) : NONE;
  if (declaration === undefined && methods.length > 0) return methods.map((each) => compileMethod(type, each));
  const faults: DefinitionFault[] = [];
  if (declaration === undefined) {
    const copy = typeof type === 'function' ? otherCopyOf(type) : undefined;
    faults.push(copy === undefined ? undecoratedFault(type) : otherCopyFault(type.name, 'decorated', copy));
    return [{ definition: undefined, faults }];
  }
  if (methods.length > 0) faults.push(bothFormsFault(type, declaration));
  return [{ definition: compileClassHandler(type, declaration, faults), faults }];
}

/** Compiles a class that is one handler. */
export function compileClassHandler(
  type: InjectableClass<object>,
  declaration: Declaration,
  faults: DefinitionFault[],
): Definition {
  const { kind, other } = declaration;
  const form = {
    place: faultAt(type.name || 'A class without a name'),
    method: { name: kind.handlerMethod, isDeclared: false, takesContextOnly: false },
    name: nameOfClass(type.name, kind.decorator),
    unnamedBy: kind.decorator,
    defects: [
      ...(other === undefined ? NONE : [kindConflictFault(kind, other, 'classes')]),
      ...(mayHaveMethod(type, kind.handlerMethod) ? NONE : [missingMethod(kind.handlerMethod)]),
    ],
  };
  return compile(type, { ...declaration, ...form }, faults);
}

function compileMethod(type: InjectableClass<object>, declared: MethodDeclaration): CompiledHandler {
  const property = String(declared.method);
  const place = faultAt(type.name, property);
  const invalid = methodDefects(type, declared);
  if (invalid.length > 0) return { definition: undefined, faults: invalid.map((defect) => ({ ...place, ...defect })) };
  const { args, takesContextOnly, defects } = parametersOf(declared);
  const form = {
    place,
    method: { name: property, isDeclared: true, takesContextOnly },
    name: nameOfClass(property, declared.kind.decorator),
    unnamedBy: undefined,
    defects,
  };
  const faults: DefinitionFault[] = [];
  const options = { ...declared.options, ...(args && { args }) };
  return { definition: compile(type, { ...declared, options, ...form }, faults), faults };
}

/** A declaration, with all that its form implies. */
interface DeclarationForm extends Declaration {
  readonly place: FaultPlace;
  readonly method: HandlerMethod;
  /** The name that it has by default. */
  readonly name: string;
  /** The decorator, if the default name is made from the class's name, which bundlers may change. */
  readonly unnamedBy: string | undefined;
  readonly defects: readonly Defect[];
}

function compile(
  type: InjectableClass<object>,
  { kind, options: given, place, method, ...form }: DeclarationForm,
  faults: DefinitionFault[],
): Definition {
  const add = (defects: readonly Defect[]) => faults.push(...defects.map((defect) => ({ ...place, ...defect })));
  const { options, faults: invalid } = checkedOptions(given, kind.options);
  const { args, examples = NONE, name = form.name } = options;
  add([...invalid, ...optionDefects({ kind, options }, name), ...form.defects]);
  const compilation = new Compilation(faults, options.groups);
  const faultCount = faults.length;
  const plan =
    args === undefined ? ArgumentPlan.none : compilation.rootPlan(args, () => ({ ...place, ...ARGS_WITHOUT_CLASS }));
  add(groupDefects(options, compilation.validation));
  if (faults.length === faultCount) add(checkExamples({ kind, options }, plan, compilation));
  const completers = completersOf(type, { plan, method, place }, faults);
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
    specifics: kind.specificsOf?.({ type, place, options, plan, method, compilation }),
    asTool: kind.asToolOf?.(options),
    validators: freezeList(compilation.validation.validators),
    ...declaredOptions(options),
    ...UNMOUNTED,
  };
  return new Definition(members, textsOf(options));
}

/** The options that a definition keeps unchanged. */
function declaredOptions(options: DefinitionOptions) {
  const { version, labels = NONE, interceptors = NONE } = options;
  return {
    version,
    labels: freezeList(labels),
    tags: joinTags(options.tags, NONE),
    deprecated: deprecationOf(options),
    visibility: Visibility.of(options),
    interceptors: freezeList(interceptors.map((entry) => ({ entry, owner: '', resolver: undefined }))),
  };
}

/** The defects of the examples. Called only if the arguments have no faults of their own. */
function checkExamples(
  { kind, options: { examples = NONE } }: Declaration,
  plan: ArgumentPlan,
  { validation }: Compilation,
): Defect[] {
  const checkable = validation.validators.length > 0 ? NONE : examples; // Nothing is injected at start-up.
  return exampleDefects({ kind, plan, examples: checkable });
}

function optionDefects({ kind, options }: Declaration, name: string): Defect[] {
  const badIcons = (options.icons ?? []).filter(({ src }) => !isIconSource(src));
  return [
    ...(isName(name, kind) ? [] : [invalidName(name, kind)]),
    ...badIcons.map(invalidIcon),
    ...versionDefects(options),
    ...tagDefects(options.tags),
  ];
}

/**
 * A definition that answers with an instance. It has no arguments, and none of the options that a class may declare.
 */
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
    examples: NONE,
    specifics: undefined,
    completers: new Map(),
    validators: NONE,
    asTool: undefined,
    ...declaredOptions({}),
    ...UNMOUNTED,
  };
  return new Definition(members, {});
}

/**
 * Whether instances of a class may have a method. A class declares it on a prototype, as a property, or in its
 * constructor; the last two show only in its source. Returns `true` if in doubt.
 */
function mayHaveMethod(type: InjectableClass, method: string): boolean {
  const { prototype }: { readonly prototype: Readonly<Record<string, unknown>> } = type;
  const descriptor = descriptorOf(prototype, method);
  if (descriptor !== undefined) return descriptor.get !== undefined || typeof descriptor.value === 'function';
  return sourcesOf(type).some((source) => source.includes(method) || MAY_ADD_METHODS.test(source));
}

/** Native code, such as a Proxy, and code that may add methods whose names are not in the source. */
const MAY_ADD_METHODS = /\[native code\]|\b(?:Object|Reflect)\s*\.|\bthis\s*\[|[(,]\s*this\b|\]\s*=/;

/** The source code of a class and its parents. */
function sourcesOf(type: Function): string[] {
  const parent: unknown = Object.getPrototypeOf(type);
  const inherited = typeof parent === 'function' && parent !== Function.prototype ? sourcesOf(parent) : [];
  return [Function.prototype.toString.call(type), ...inherited];
}
