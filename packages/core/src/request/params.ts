/** Reads a member of unchecked parameters; returns `undefined` if that fails. */
export function memberOf(params: unknown, name: string): unknown {
  try {
    return (params as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined; // A Proxy or getter of the caller may throw.
  }
}
