import type { Definition } from './definition.js';

/** Groups definitions by a key, keeping their order. */
export function groupBy<Key>(
  definitions: Iterable<Definition>,
  keyOf: (definition: Definition) => Key,
): Map<Key, Definition[]> {
  const groups = new Map<Key, Definition[]>();
  for (const definition of definitions) {
    const key = keyOf(definition);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [definition]);
    else group.push(definition);
  }
  return groups;
}
