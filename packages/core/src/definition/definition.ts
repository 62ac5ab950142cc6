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
import type { Resolver } from '../api/resolver.js';
import type { InjectableClass, ServiceToken } from '../types.js';
import { Visibility } from './visibility.js';

/** A decorated class, compiled: everything that can be known before the first request. */
export interface Definition extends DefinitionInfo {
  readonly kind: Kind;
  /** The handler itself, if it is not constructed for each request. */
  readonly instance: object | undefined;
  readonly arguments: ArgumentPlan;
  /** The methods that complete arguments, by the argument's name on the wire. */
  readonly completers: Completers;
  /** What dependency injection must be able to make for it: the class, and validators with dependencies. */
  readonly injected: readonly InjectableClass[];
  /** The properties whose rules are left to class-validator itself, which is slower: `Class.property`. */
  readonly delegatedRules: readonly string[];
  /** The labels of its name that have been moved while the server ran, and the version that each was moved to. */
  readonly movedLabels: ReadonlyMap<string, string>;
  /** Who may know of it; nothing where everybody may. */
  readonly visibility: Visibility | undefined;
  /** The interceptors around it: those of the packs it came in, from the outermost on, then its own. */
  readonly interceptors: readonly BoundInterceptor[];
  /** The mounts that it came through, from the innermost on; none if it is listed itself. */
  readonly mounts: readonly Mount[];
  /** What constructs it, where a pack is mounted with a resolver of its own. */
  readonly resolver: Resolver | undefined;
  /** The services that its packs need, each with the packs that it is needed in. */
  readonly requires: readonly Requirement[];
}

/** How a pack, or a framework, has changed a definition that came in with it. */
export interface Mount {
  /** Another definition as this mount would have changed it; nothing if it is left out, which is a fault. */
  mount(definition: Definition, faults: DefinitionFault[]): Definition | undefined;
}

/** A service that a pack needs. */
export interface Requirement {
  readonly token: ServiceToken;
  /** The packs, from the outermost on: `desk/reviews`. */
  readonly owner: string;
  /** What has to provide it, where the pack is mounted with a resolver of its own. */
  readonly resolver: Resolver | undefined;
}

/** An interceptor, and what constructs it where it is a class; else the runtime's own resolver does. */
export interface BoundInterceptor {
  readonly entry: InterceptorEntry;
  /** The packs that it came in, from the outermost on; empty for one of a definition that is listed itself, or the runtime's. */
  readonly owner: string;
  readonly resolver: Resolver | undefined;
}

// What most definitions have none of is shared: there may be many thousands of them.
const NOT_MOVED: ReadonlyMap<string, string> = new Map();
const NONE = Object.freeze([]);

function frozen<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? NONE : Object.freeze([...items]);
}

/**
 * Compiles one class; nothing for one that is not decorated. Everything that is wrong with it is added to the faults: if
 * something is, the definition answers no request, and holds only what it needs.
 */
export function compileClass(type: InjectableClass<object>, faults: DefinitionFault[]): Definition | undefined {
  const declaration = DECLARATIONS.read(type);
  if (declaration === undefined) faults.push(DECLARATIONS.isElsewhere(type) ? madeElsewhere(type) : notDecorated(type));
  return declaration && compile(type, declaration, faults);
}

function compile(
  type: InjectableClass<object>,
  { kind, options: given }: Declaration,
  faults: DefinitionFault[],
): Definition {
  const options = soundOptions(type, given, DEFINITION_OPTIONS, faults);
  const name = options.name ?? nameOfClass(type.name, kind.decorator);
  if (!isName(name)) faults.push(badName(type, name, kind.decorator));
  faults.push(...(options.icons ?? []).filter(({ src }) => !isIconSource(src)).map((icon) => badIcon(type, icon)));
  faults.push(...versionFaults(type, options));
  if (!mayHaveMethod(type, kind.handlerMethod)) faults.push(withoutMethod(type, kind.handlerMethod));
  const compilation = new Compilation(faults, options.groups);
  const plan =
    options.args === undefined ? ArgumentPlan.none : compilation.rootPlan(options.args, () => argsWithoutClass(type));
  faults.push(...groupFaults(type, options, compilation.validation));
  const completers = completersOf(type, plan, faults);

  return Object.freeze({
    kind,
    name,
    type,
    instance: undefined,
    entry: faults.length > 0 ? { name } : freezeDeep(kind.entryOf(commonEntry(name, options), plan)),
    arguments: plan,
    completers,
    injected: Object.freeze([type, ...compilation.validation.validators]),
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

/** The same definition under another name or version, or with other members. */
export function redefine(definition: Definition, changes: Partial<Omit<Definition, 'entry'>>): Definition {
  const changed = { ...definition, ...changes };
  return Object.freeze({ ...changed, entry: renamedEntry(changed.entry, changed) });
}

/** A definition that answers with an instance: it declares no arguments, and none of the members that a class may. */
export function instanceDefinition(kind: Kind, instance: object): Definition {
  const { name } = instance.constructor;
  return Object.freeze({
    kind,
    instance,
    name,
    type: instance.constructor as InjectableClass<object>,
    entry: { name },
    arguments: ArgumentPlan.none,
    completers: new Map(),
    injected: [],
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
