/**
 * Whether nothing gives the instances of a class a `render`. As a property only instances have it, and none is made before
 * a request asks for it; so the source is looked at, which has to name it, or to hand its instances on.
 */
export function lacksRender(type: Function): boolean {
  return !('render' in (type.prototype as object)) && !sourcesOf(type).some((source) => GIVES.test(source));
}

/** `render` itself, `this[name] = …`, `Object.assign(this, …)`, `const self = this;`, and what shows no source. */
const GIVES = /\brender\b|\bthis\s*[[,);]|\[native code\]/;

/** The source of a class and of those that it extends. */
function sourcesOf(type: unknown): string[] {
  if (typeof type !== 'function' || type === Function.prototype) return [];
  return [Function.prototype.toString.call(type), ...sourcesOf(Object.getPrototypeOf(type))];
}
