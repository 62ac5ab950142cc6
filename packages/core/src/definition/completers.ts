import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type Defect, defect, type DefinitionFault, type FaultLocation, locate } from '../definition-error.js';
import { nearest } from '../text/nearest.js';
import type { HandlerMethod } from './kind.js';
import { methodsOf } from './method-handlers.js';
import type { InjectableClass } from '../types.js';
import type { Completer } from '../api/calls.js';
import { STRING } from '../text/option-kinds.js';
import { DecoratorRecord } from '../metadata/metadata.js';
import { MEMBER_TARGET, refuseStandard } from '../metadata/decorator-targets.js';

/** The methods that complete arguments, by the argument's wire name. */
export type Completers = ReadonlyMap<string, string | symbol>;

const NO_COMPLETERS: Completers = new Map();

interface CompletionTarget {
  readonly plan: ArgumentPlan;
  readonly method: HandlerMethod;
  readonly location: FaultLocation;
}

/** Returns the completers of a handler. Adds a fault for each argument that does not exist or has two completers. */
export function collectCompleters(
  type: InjectableClass,
  { plan, method: handler, location }: CompletionTarget,
  faults: DefinitionFault[],
): Completers {
  const records = recordsFor(type, handler, faults);
  if (records.length === 0) return NO_COMPLETERS;
  const completers = new Map<string, string | symbol>();
  for (const { argument, method } of records) {
    const name = plan.arguments.find(({ property }) => property === argument)?.name;
    const other = name === undefined ? undefined : completers.get(name);
    if (name === undefined) faults.push({ ...location, ...unknownCompletionDefect(argument, plan) });
    else if (other === undefined) completers.set(name, method);
    else if (other !== method) {
      const problem = `completes "${argument}" with two methods: ${String(other)} and ${String(method)}`;
      const remedy = 'Remove one of the two @Complete() decorators';
      faults.push({ ...location, ...defect('completion-ambiguous', problem, remedy) });
    }
  }
  return completers;
}

function unknownCompletionDefect(argument: string, plan: ArgumentPlan): Defect {
  const suggestion = plan.closestProperty(argument);
  const remedy =
    suggestion === undefined ? 'Name one of its arguments in @Complete()' : `Name "${suggestion}" in @Complete()`;
  return defect('completion-unknown', `completes "${argument}", which is not one of its arguments`, remedy);
}

/**
 * Returns the records that apply to one handler of a class. Adds a fault for each record that names an unknown handler,
 * or that names no handler although the class has several.
 */
function recordsFor(type: InjectableClass, handler: HandlerMethod, faults: DefinitionFault[]): CompleterRecord[] {
  const { prototype }: { readonly prototype: object } = type;
  const handlers = handler.isDeclared ? methodsOf(type).map(({ method }) => String(method)) : [];
  return readCompleters(prototype).filter((record) => {
    const { handler: named, method } = record;
    const isValid = named === undefined ? handlers.length < 2 : handlers.includes(named);
    if (!isValid) faults.push({ ...locate(type.name, String(method)), ...handlerDefect(record, handlers) });
    return isValid && (named === undefined || named === handler.name);
  });
}

/** Returns the defect of a `@Complete()` that names no handler, or a method that is not a handler. */
function handlerDefect({ argument, handler }: CompleterRecord, handlers: readonly string[]): Defect {
  if (handler === undefined) {
    const remedy = `Name the handler first, as in @Complete('${handlers[0]}', '${argument}')`;
    return defect(
      'completion-ambiguous',
      `completes "${argument}" without naming one of the handlers ${handlers.join(', ')}`,
      remedy,
    );
  }
  const suggestion = nearest(handler, handlers);
  const remedy = suggestion === undefined ? 'Name a method that is a handler' : `Name "${suggestion}" in @Complete()`;
  return defect(
    'completion-unknown',
    `completes "${argument}" of "${handler}", which is not a handler of the class`,
    remedy,
  );
}

/** The record of one `@Complete()`. */
interface CompleterRecord {
  /** The handler that `@Complete()` names; `undefined` if it names only the argument. */
  readonly handler: string | undefined;
  /** The argument's property. */
  readonly argument: string;
  readonly method: string | symbol;
  /** The prototype that declares the method. */
  readonly owner: object;
}

const COMPLETERS = new DecoratorRecord<readonly CompleterRecord[]>('completers');

/**
 * Declares that a method completes an argument of the class's only handler. A subclass may declare a different method
 * for the argument.
 * @param argument the property of the arguments class, not its wire name
 * @throws {TypeError} if `argument` is not a string
 */
export function Complete(argument: string): CompleteDecorator;
/**
 * Declares that a method completes an argument of one of the class's handler methods.
 * @param handler the name of the handler method
 * @param argument the property of the arguments class, not its wire name
 * @throws {TypeError} if either is not a string
 */
export function Complete(handler: string, argument: string): CompleteDecorator;
export function Complete(first: string, second?: string): CompleteDecorator {
  const [handler, argument] = second === undefined ? [undefined, first] : [first, second];
  STRING.require('The argument of @Complete()', argument);
  if (handler !== undefined) STRING.require('The handler of @Complete()', handler);
  return (prototype, method) => {
    refuseStandard('Complete', method);
    MEMBER_TARGET.require('The target of @Complete()', prototype);
    // Inherited records are copied, so that a subclass never changes its parent.
    const isReplaced = (each: CompleterRecord) => each.argument === argument && each.handler === handler;
    const kept = readCompleters(prototype).filter((each) => !isReplaced(each) || each.owner === prototype);
    COMPLETERS.write(prototype, [...kept, { handler, argument, method, owner: prototype }]);
  };
}

/** Decorates a method that completes an argument. */
type CompleteDecorator = <Method extends Completer<never>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

function readCompleters(prototype: object): readonly CompleterRecord[] {
  return COMPLETERS.readInherited(prototype) ?? [];
}
