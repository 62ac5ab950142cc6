/** Whether a value is an instance of a class; not where its prototype is a Proxy that does not let itself be looked at. */
export function isInstance(type: Function, value: unknown): boolean {
  try {
    return Function.prototype[Symbol.hasInstance].call(type, value);
  } catch {
    return false;
  }
}
