/** The lists that every server answers: by the method that asks for one, the name it goes by in the result. */
const LISTS = new Map([
  ['tools/list', 'tools'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
]);

/** A server of an official SDK, which can be connected to a transport. */
interface SdkServer {
  connect(transport: never): Promise<void>;
}

type Handler = (request: { readonly params?: { readonly cursor?: unknown } }, extra: unknown) => Promise<object>;

/** How both SDKs keep what answers requests. */
interface Handling {
  readonly _requestHandlers?: Map<string, Handler>;
  readonly fallbackRequestHandler?: Handler;
}

/**
 * Makes a server list nothing where nobody else lists anything: many hosts ask for tools whatever a server offers, and
 * take an error for a server that is dead. What the server offers stays as it is.
 * @returns the function that takes this back; call it when the server's connection has closed
 */
export function answerEmptyLists(server: SdkServer): () => void {
  // The SDKs let nobody set a handler for what is not offered. Their map does.
  const handling = server as unknown as Handling;
  const { _requestHandlers: handlers } = handling;
  if (handlers === undefined) return () => {};
  const own = [...LISTS].map(([method, name]) => [method, emptyList(name, handling)] as const);
  const connect = server.connect.bind(server);
  // Not before: the SDKs' own registration of tools and resources throws where there is a handler already.
  server.connect = (transport) => {
    for (const [method, handler] of own) if (!handlers.has(method)) handlers.set(method, handler);
    return connect(transport);
  };
  return () => {
    for (const [method, handler] of own) if (handlers.get(method) === handler) handlers.delete(method);
  };
}

function emptyList(name: string, handling: Handling): Handler {
  return async (request, extra) => {
    const { fallbackRequestHandler: other } = handling;
    if (other !== undefined) return other(request, extra);
    if (request.params?.cursor !== undefined) throw new InvalidCursorError();
    return { [name]: [] };
  };
}

/** As a server with something to list would say it: no cursor has ever been given out. */
class InvalidCursorError extends Error {
  readonly code = -32602;

  constructor() {
    super('Invalid cursor: ask for the list without one');
  }
}
