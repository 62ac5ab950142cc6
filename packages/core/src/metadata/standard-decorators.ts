/**
 * Refuses to be a standard decorator, which the compiler makes of one unless it is told otherwise: that is given neither
 * the class of a member nor its type.
 * @param context the second argument of a decorator: of a standard one it is an object that says what is decorated
 * @throws {TypeError} with what is decorated, and what the compiler has to be told
 */
export function refuseStandard(decorator: string, context: unknown): void {
  if (typeof context !== 'object' || context === null || !('kind' in context)) return;
  const { kind, name } = context as { readonly kind: unknown; readonly name?: unknown };
  const what = `@${decorator}() of the ${String(kind)} ${String(name ?? 'without a name')}`;
  const remedy = '"experimentalDecorators": true and "emitDecoratorMetadata": true';
  throw new TypeError(
    `${what} is compiled as a standard decorator, which tells no types: set ${remedy} in tsconfig.json`,
  );
}
