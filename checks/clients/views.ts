/** What a client makes of what the desk says. */
export type View = (told: unknown, revision: string) => unknown;

/** Shows all but the members of these names, at any depth. */
export function omitting(...names: readonly string[]): View {
  return rewriting((name, value) => (names.includes(name) ? undefined : value));
}

/** Shows this, whatever the desk says. */
export function showing(shown: unknown): View {
  return () => shown;
}

/** Rewrites values from the innermost outwards; what becomes `undefined` is left out. */
export function rewriting(rewrite: (name: string, value: unknown) => unknown): View {
  return (told) => JSON.parse(JSON.stringify(told), rewrite);
}

/** One view after the other. */
export function both(first: View, second: View): View {
  return (told, revision) => second(first(told, revision), revision);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
