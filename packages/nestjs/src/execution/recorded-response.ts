/** What sends something, and what it sends comes first. */
const SENDING = new Set(['send', 'json', 'jsonp', 'end', 'write', 'render', 'redirect', 'sendFile', 'download']);

/** What takes a status first. */
const STATUS = new Set(['status', 'code', 'writeHead', 'sendStatus']);

/** What sets headers; a response of another framework may lack some. */
const HEADERS = new Set(['set', 'header', 'headers', 'setHeader', 'removeHeader', 'append', 'type', 'cookie']);

/** What changes nothing. */
const READING = /^(?:get|has|is)[A-Z]|^(?:get|on|once|off|addListener|removeListener|listenerCount)$/;

/** What a filter has written to the response. */
export interface Written {
  status?: number;
  body?: unknown;
}

/**
 * Stands in for the response of the framework. The answer to a call is a JSON-RPC message, and the answer to the HTTP
 * request may hold several of them: nothing that guards and filters send here reaches the client. It is recorded.
 */
export class RecordedResponse {
  readonly written: Written = {};
  readonly response: object;

  constructor(real: object = {}) {
    this.response = new Proxy(real, {
      get: (target, name) => this.#get(target, name),
      set: (_target, name, value) => this.#set(name, value),
      has: (target, name) => name === 'status' || name in target,
    });
  }

  #get(target: object, name: string | symbol): unknown {
    if (name === 'headersSent' || name === 'sent' || name === 'writableEnded') return false;
    if (name === 'statusCode') return this.written.status ?? 200;
    if (name === 'raw') return this.response;
    if (name === 'then') return undefined; // A reply of Fastify can be awaited, until it has been sent.
    const value: unknown = Reflect.get(target, name, target);
    if (typeof name === 'symbol') return value;
    if (READING.test(name)) return typeof value === 'function' ? value.bind(target) : () => undefined;
    const isCalled = typeof value === 'function' || SENDING.has(name) || STATUS.has(name) || HEADERS.has(name);
    return isCalled ? this.#recorder(name) : value;
  }

  #set(name: string | symbol, value: unknown): true {
    if (name === 'statusCode' && typeof value === 'number') this.written.status = value;
    return true;
  }

  #recorder(name: string): (first?: unknown) => object {
    return (first) => {
      if (STATUS.has(name) && typeof first === 'number') this.written.status = first;
      if (SENDING.has(name) && typeof first !== 'function') this.written.body ??= first;
      return this.response;
    };
  }
}
