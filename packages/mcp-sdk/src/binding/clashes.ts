/** The part of an SDK's server that knows its handlers. */
interface HandlerOwner {
  assertCanSetRequestHandler(method: string): void;
}

/** Returns the methods that a server has handlers for. */
export function handledBy(server: HandlerOwner, methods: Iterable<string>): string[] {
  return [...methods].filter((method) => {
    try {
      server.assertCanSetRequestHandler(method);
      return false;
    } catch {
      return true;
    }
  });
}

/** @throws {Error} if there is a method that the server and the runtime both handle */
export function rejectClashes(methods: readonly string[]): void {
  if (methods.length === 0) return;
  const kinds = new Set(methods.map((method) => method.split('/')[0] ?? method));
  const list = new Intl.ListFormat('en');
  throw new Error(
    `The server and the runtime both handle ${list.format(methods)}: offer ${list.format(kinds)} from only one of them`,
  );
}
