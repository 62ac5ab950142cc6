/** Gives a function that replaces a method its name and its metadata, by which Nest finds its enhancers. */
export function replacing<Replacement extends object>(method: unknown, replacement: Replacement): Replacement {
  if (typeof method !== 'function') return replacement;
  for (const key of Reflect.getMetadataKeys(method) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), replacement);
  return Object.defineProperty(replacement, 'name', { value: method.name });
}
