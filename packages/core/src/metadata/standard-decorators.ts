import { OptionKind } from '../text/option-kinds.js';

/** What a decorator of a property or a method is given. */
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
  const what = `@${decorator}() of the ${String(kind)} ${String(name ?? 'without a name')}`;
  const remedy = '"experimentalDecorators": true and "emitDecoratorMetadata": true';
  throw new TypeError(
    `${what} is compiled as a standard decorator, which carries no types: set ${remedy} in tsconfig.json`,
  );
}
