/** What sends something, and what it sends comes first. */
const SENDING = new Set(['send', 'json', 'jsonp', 'end', 'write', 'render', 'redirect', 'sendFile', 'download']);

/** What takes a status first. */
const STATUS = new Set(['status', 'code', 'writeHead', 'sendStatus']);

/** What sets headers. */
const HEADERS = ['set', 'header', 'headers', 'setHeader', 'removeHeader', 'append', 'type', 'cookie'];

/** What may be called though the response of the framework, or nothing in its place, has no such method. */
const RECORDED = new Set([...SENDING, ...STATUS, ...HEADERS]);

/** What is so as long as nothing has been sent. */
const FIXED = { headersSent: false, sent: false, writableEnded: false };

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
    if (name in FIXED) return FIXED[name as keyof typeof FIXED];
    if (name === 'statusCode') return this.written.status ?? 200;
    if (name === 'raw') return this.response;
    if (name === 'then') return undefined; // A reply of Fastify can be awaited.
    const value: unknown = Reflect.get(target, name, target);
    return typeof name === 'symbol' ? value : this.#member(name, value, target);
  }

  #member(name: string, value: unknown, target: object): unknown {
    const isFunction = typeof value === 'function';
    if (READING.test(name)) return isFunction ? value.bind(target) : () => undefined;
    return isFunction || RECORDED.has(name) ? this.#recorder(name) : value;
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
