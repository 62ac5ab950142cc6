/** Like `instanceof`, but returns `false` if the value is a Proxy whose traps throw. */
export function isInstance(type: Function, value: unknown): boolean {
  try {
    return Function.prototype[Symbol.hasInstance].call(type, value);
  } catch {
    return false;
  }
}
