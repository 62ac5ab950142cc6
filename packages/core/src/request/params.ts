/** Reads a member of what a caller gives as parameters; nothing if it cannot be read. */
export function memberOf(params: unknown, name: string): unknown {
  try {
    return (params as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined; // A Proxy or a getter of the caller's.
  }
}
