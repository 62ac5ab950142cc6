import { ArgumentPlan } from '../arguments/argument-plan.js';
import { Compilation } from '../arguments/compilation.js';
import {
  argsWithoutClass,
  badIcon,
  badName,
  groupFaults,
  madeElsewhere,
  notDecorated,
  soundOptions,
  versionFaults,
  withoutMethod,
} from './definition-faults.js';
import type { DefinitionFault } from '../definition-error.js';
import type { DefinitionInfo } from '../api/definition-info.js';
import { DEFINITION_OPTIONS } from './definition-options.js';
import { type Completers, completersOf } from './completers.js';
import { DECLARATIONS, type Declaration, type Kind } from './kind.js';
import { commonEntry, deprecationOf, freezeDeep, renamedEntry } from './list-entry.js';
import type { InterceptorEntry } from '../api/interceptor.js';
import { mayHaveMethod } from './handler-method.js';
import { isName, nameOfClass } from './naming.js';
import { isIconSource } from '../output/content-shapes.js';
import type { RuleSets } from '../arguments/rule-set.js';
import type { Resolver } from '../api/resolver.js';
import type { InjectableClass, ServiceToken } from '../types.js';
import { Visibility } from './visibility.js';

/** A compiled definition: everything that can be known before the first request. */
export interface Definition extends DefinitionInfo {
  readonly kind: Kind;
  /** The decorator that gives it no name, so that it is named after its class. */
  readonly unnamedBy: string | undefined;
  /** The handler itself, if it is not constructed for each request. */
  readonly instance: object | undefined;
  readonly arguments: ArgumentPlan;
  /** The methods that complete arguments, by the argument's name on the wire. */
  readonly completers: Completers;
  /** The validators that dependency injection must be able to construct, beside the handler itself. */
  readonly validators: readonly InjectableClass[];
  /** The properties whose rules class-validator itself checks, which is slower: `Class.property`. */
  readonly delegatedRules: readonly string[];
  /** The labels of its name that were moved at run time, each with the version it was moved to. */
  readonly movedLabels: ReadonlyMap<string, string>;
  /** Who may see it; `undefined` if every caller may. */
  readonly visibility: Visibility | undefined;
  /** The interceptors around it, outermost first: those of its binding and packs, then its own. */
  readonly interceptors: readonly BoundInterceptor[];
  /** The mounts and bindings applied to it, innermost first. */
  readonly mounts: readonly Mount[];
  /** The resolver of its binding or mount, if it has one of its own. */
  readonly resolver: Resolver | undefined;
  /** The services that its packs require, each with the packs that require it. */
  readonly requires: readonly Requirement[];
}

/** A change to a definition by the pack that contains it, or by a framework's binding. */
export interface Mount {
  /** Whether it is the binding of one class. */
  readonly isBinding: boolean;
  /** Applies the change to another definition. Returns `undefined` if it would be left out, which adds a fault. */
  mount(definition: Definition, faults: DefinitionFault[]): Definition | undefined;
}

/** A service that a pack requires. */
export interface Requirement {
  readonly token: ServiceToken;
  /** The packs, outermost first: `desk/reviews`. */
  readonly owner: string;
  /** The resolver that must provide it, if the pack is mounted with one of its own. */
  readonly resolver: Resolver | undefined;
}

/** An interceptor, and the resolver that constructs it if it is a class; by default the runtime's own. */
export interface BoundInterceptor {
  readonly entry: InterceptorEntry;
  /** The packs that contain it, outermost first. Empty for interceptors from outside packs. */
  readonly owner: string;
  readonly resolver: Resolver | undefined;
}

// Shared empty values, because there may be many thousands of definitions.
const NOT_MOVED: ReadonlyMap<string, string> = new Map();
const NONE = Object.freeze([]);

function frozen<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? NONE : Object.freeze([...items]);
}

/**
 * Compiles one class, and adds its faults; `undefined` if it is not decorated. A faulty definition answers no requests.
 * @param ruleSets those of classes that are compiled together
 */
export function compileClass(
  type: InjectableClass<object>,
  faults: DefinitionFault[],
  ruleSets?: RuleSets,
): Definition | undefined {
  const declaration = DECLARATIONS.read(type);
  if (declaration === undefined) faults.push(DECLARATIONS.isElsewhere(type) ? madeElsewhere(type) : notDecorated(type));
  return declaration && compile(type, declaration, faults, ruleSets);
}

function compile(
  type: InjectableClass<object>,
  { kind, options: given }: Declaration,
  faults: DefinitionFault[],
  ruleSets: RuleSets | undefined,
): Definition {
  const options = soundOptions(type, given, DEFINITION_OPTIONS, faults);
  const name = options.name ?? nameOfClass(type.name, kind.decorator);
  faults.push(...faultsBesideArguments(type, { kind, options }, name));
  const compilation = new Compilation(faults, options.groups, ruleSets);
  const plan =
    options.args === undefined ? ArgumentPlan.none : compilation.rootPlan(options.args, () => argsWithoutClass(type));
  faults.push(...groupFaults(type, options, compilation.validation));
  const completers = completersOf(type, plan, faults);

  return Object.freeze({
    kind,
    name,
    unnamedBy: options.name === undefined ? kind.decorator : undefined,
    type,
    instance: undefined,
    entry: faults.length > 0 ? { name } : freezeDeep(kind.entryOf(commonEntry(name, options), plan)),
    arguments: plan,
    completers,
    validators: frozen(compilation.validation.validators),
    delegatedRules: frozen(compilation.validation.delegatedRules),
    version: options.version,
    labels: frozen(options.labels ?? NONE),
    movedLabels: NOT_MOVED,
    deprecated: deprecationOf(options),
    visibility: Visibility.of(options),
    interceptors: frozen((options.interceptors ?? NONE).map((entry) => ({ entry, owner: '', resolver: undefined }))),
    owner: '',
    mounts: NONE,
    resolver: undefined,
    requires: NONE,
  });
}

function faultsBesideArguments(
  type: InjectableClass<object>,
  { kind, options }: Declaration,
  name: string,
): DefinitionFault[] {
  const badIcons = (options.icons ?? []).filter(({ src }) => !isIconSource(src));
  return [
    ...(isName(name) ? [] : [badName(type, name, kind.decorator)]),
    ...badIcons.map((icon) => badIcon(type, icon)),
    ...versionFaults(type, options),
    ...(mayHaveMethod(type, kind.handlerMethod) ? [] : [withoutMethod(type, kind.handlerMethod)]),
  ];
}

/** A copy of a definition with other members, and its entry adapted to its name and version. */
export function redefine(definition: Definition, changes: Partial<Omit<Definition, 'entry'>>): Definition {
  const changed = { ...definition, ...changes };
  return Object.freeze({ ...changed, entry: renamedEntry(changed.entry, changed) });
}

/**
 * A definition that answers with an instance. It has no arguments, and none of the options that a class may declare.
 */
export function instanceDefinition(kind: Kind, instance: object): Definition {
  const { name } = instance.constructor;
  return Object.freeze({
    kind,
    instance,
    name,
    unnamedBy: undefined,
    type: instance.constructor as InjectableClass<object>,
    entry: { name },
    arguments: ArgumentPlan.none,
    completers: new Map(),
    validators: NONE,
    delegatedRules: [],
    version: undefined,
    labels: [],
    movedLabels: NOT_MOVED,
    deprecated: undefined,
    visibility: undefined,
    interceptors: [],
    owner: '',
    mounts: [],
    resolver: undefined,
    requires: [],
  });
}
