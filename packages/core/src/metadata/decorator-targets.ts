import { isFunction, isObject, OptionKind } from '../text/option-kinds.js';
// Errors for misplaced decorators. A misplaced decorator would have no effect, and compilers do not find every case.

/**
 * Rejects a property decorator that is written without parentheses. The function that creates the decorator then
 * receives the target instead of options.
 * @param member the second argument of the call that creates the decorator
 * @throws {TypeError} whose message names the property
 */
export function refuseBareMember(decorator: string, target: unknown, member: unknown): void {
  if (member === undefined) return;
  throw missingParenthesesError(decorator, nameOf(target, member), 'above the property');
}

/**
 * Rejects a class or method decorator that is written without parentheses.
 * @param member the second argument of the call that creates the decorator
 * @throws {TypeError} whose message names the class or the method
 */
export function refuseBareHandler(decorator: string, options: unknown, member: unknown): void {
  if (member !== undefined) throw missingParenthesesError(decorator, nameOf(options, member), 'above the method');
  if (isFunction(options)) throw missingParenthesesError(decorator, options.name || 'a class', 'above the class');
}

function missingParenthesesError(decorator: string, placement: string, where: string): TypeError {
  return new TypeError(`@${decorator} of ${placement} needs parentheses: write @${decorator}() ${where}`);
}

/**
 * Rejects a decorator that is not on an instance property.
 * @param detail the decorator's third argument: a descriptor for methods, an index for parameters
 * @throws {TypeError} whose message says where the decorator is and where it should be
 */
export function requireProperty(decorator: string, target: unknown, member: unknown, detail: unknown): void {
  MEMBER_TARGET.require(`The target of @${decorator}()`, target);
  const placement = describeMisplacement(target, member, detail);
  if (placement !== undefined) throw new TypeError(`@${decorator}() is on ${placement}`);
}

const REMEDY = 'write it above a property of the class';

function describeMisplacement(target: unknown, member: unknown, detail: unknown): string | undefined {
  const name = nameOf(target, member);
  if (typeof detail === 'number')
    return `a parameter of ${member === undefined ? `the constructor of ${name}` : name}: ${REMEDY}`;
  if (isObject(detail) && 'value' in detail && isFunction(detail.value)) return `the method ${name}: ${REMEDY}`;
  if (!isFunction(target)) return undefined;
  return member === undefined
    ? `the class ${name}: write it above each property that is an argument`
    : `the static property ${name}, which instances do not have: remove \`static\``;
}

/** Returns the name of a class, or of one of its members: `ReviewArgs.code`. */
function nameOf(target: unknown, member: unknown): string {
  const type: unknown = isFunction(target) ? target : Object(target).constructor;
  const owner = isFunction(type) && type !== Object ? type.name : undefined;
  // A standard decorator receives a context object, which contains the member's name but not its class.
  const name = isObject(member) && 'name' in member ? member.name : member;
  return [owner, name]
    .filter((part) => part !== undefined)
    .map(String)
    .join('.');
}

/** The target of a property or method decorator. */
export const MEMBER_TARGET = new OptionKind(
  'the prototype of a class, or write the decorator above a property or method',
  (target) => {
    return (typeof target === 'object' && target !== null) || typeof target === 'function';
  },
);

/**
 * Rejects use as a standard decorator, as compiled without `experimentalDecorators`. A standard decorator receives
 * neither the class of a member nor its type.
 * @param context the second argument of the decorator: an object in a standard decorator
 * @throws {TypeError} whose message contains the decorated member and the required compiler options
 */
export function refuseStandard(decorator: string, context: unknown): void {
  if (typeof context !== 'object' || context === null || !('kind' in context)) return;
  const { kind, name } = context as { readonly kind: unknown; readonly name?: unknown };
  const subject = `@${decorator}() of the ${String(kind)} ${String(name ?? 'without a name')}`;
  const remedy = '"experimentalDecorators": true and "emitDecoratorMetadata": true';
  throw new TypeError(
    `${subject} is compiled as a standard decorator, which has no type information: set ${remedy} in tsconfig.json`,
  );
}
