/** The places of entries in the lists that they were given in: `prompts[1]`. Those lists are joined later. */
const PLACES = new WeakMap<object, string>();

/** The entries of a list, whose places faults name. */
export function recordPlaces<Entry>(list: string, entries: Iterable<Entry>): readonly Entry[] {
  const all = [...entries];
  for (const [index, entry] of all.entries())
    if (typeof entry === 'object' && entry !== null) PLACES.set(entry, `${list}[${index}]`);
  return all;
}

/** @param index the index in the joined list, for an entry that was given there */
export function placeOfEntry(entry: object, index: number): string {
  return PLACES.get(entry) ?? `entries[${index}]`;
}
