import { isFunction, isObject, OptionKind } from '../text/option-kinds.js';
// A decorator in the wrong place is a slip that compilers do not always find, and that would have no effect.

/**
 * Rejects a decorator of a property that is written without parentheses: it is called with what it decorates.
 * @param member the second argument of the call that creates the decorator
 * @throws {TypeError} with the property
 */
export function refuseBareMember(decorator: string, target: unknown, member: unknown): void {
  if (member === undefined) return;
  throw bare(decorator, nameOf(target, member), 'above the property');
}

/**
 * Rejects a decorator of a class or a method that is written without parentheses.
 * @param member the second argument of the call that creates the decorator
 * @throws {TypeError} with the class or the method
 */
export function refuseBareHandler(decorator: string, options: unknown, member: unknown): void {
  if (member !== undefined) throw bare(decorator, nameOf(options, member), 'above the method');
  if (isFunction(options)) throw bare(decorator, options.name || 'a class', 'above the class');
}

function bare(decorator: string, place: string, where: string): TypeError {
  return new TypeError(`@${decorator} of ${place} needs parentheses: write @${decorator}() ${where}`);
}

/**
 * Rejects everything except a property of instances.
 * @param third what only decorators of methods and parameters are given: a descriptor or an index
 * @throws {TypeError} with the place of the decorator and that where it belongs
 */
export function requireProperty(decorator: string, target: unknown, member: unknown, third: unknown): void {
  MEMBER.require(`What @${decorator}() decorates`, target);
  const place = describeMisplacement(target, member, third);
  if (place !== undefined) throw new TypeError(`@${decorator}() is on ${place}`);
}

const BELONGS = 'write it above a property of the class';

function describeMisplacement(target: unknown, member: unknown, third: unknown): string | undefined {
  const name = nameOf(target, member);
  if (typeof third === 'number')
    return `a parameter of ${member === undefined ? `the constructor of ${name}` : name}: ${BELONGS}`;
  if (isObject(third) && 'value' in third && isFunction(third.value)) return `the method ${name}: ${BELONGS}`;
  if (!isFunction(target)) return undefined;
  return member === undefined
    ? `the class ${name}: write it above each property that is an argument`
    : `the static property ${name}, which instances do not have: remove \`static\``;
}

/** A class, or a member of one: `ReviewArgs.code`. */
function nameOf(target: unknown, member: unknown): string {
  const type: unknown = isFunction(target) ? target : Object(target).constructor;
  const owner = isFunction(type) && type !== Object ? type.name : undefined;
  // A standard decorator is given the context of the member, and not its class.
  const name = isObject(member) && 'name' in member ? member.name : member;
  return [owner, name]
    .filter((part) => part !== undefined)
    .map(String)
    .join('.');
}

/** The target of a decorator of a property or a method. */
export const MEMBER = new OptionKind('the prototype of a class, or write the decorator above a member', (target) => {
  return (typeof target === 'object' && target !== null) || typeof target === 'function';
});

/**
 * Rejects use as a standard decorator, which the compiler emits without `experimentalDecorators`: standard decorators
 * receive neither the class of a member nor its type.
 * @param context the second argument of the decorator: an object in a standard decorator
 * @throws {TypeError} with the decorated member and the required compiler options
 */
export function refuseStandard(decorator: string, context: unknown): void {
  if (typeof context !== 'object' || context === null || !('kind' in context)) return;
  const { kind, name } = context as { readonly kind: unknown; readonly name?: unknown };
  const subject = `@${decorator}() of the ${String(kind)} ${String(name ?? 'without a name')}`;
  const remedy = '"experimentalDecorators": true and "emitDecoratorMetadata": true';
  throw new TypeError(
    `${subject} is compiled as a standard decorator, which carries no types: set ${remedy} in tsconfig.json`,
  );
}
