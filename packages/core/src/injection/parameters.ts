/**
 * What a parameter of a constructor is called in faults: `number 2 (clock)`. The name is that of the source, and left out
 * where the source has more than names.
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
