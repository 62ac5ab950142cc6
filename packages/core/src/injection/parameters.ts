/**
 * Describes a constructor parameter in faults: `number 2 (clock)`. The name comes from the source, and is left out if
 * the parameter list contains more than plain names.
 */
export function parameterLabel(type: Function, index: number): string {
  const name = namesOf(type)[index];
  return name === undefined ? `number ${index + 1}` : `number ${index + 1} (${name})`;
}

function namesOf(type: Function): readonly string[] {
  const source = Function.prototype.toString.call(type);
  const list = /\bconstructor\s*\(([\w$\s,]*)\)/.exec(source)?.[1];
  if (list !== undefined) return list.split(',').map((name) => name.trim());
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && !source.includes('constructor') ? namesOf(parent) : [];
}
