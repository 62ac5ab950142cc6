import type { IncomingMessage } from 'node:http';
import { type HostOptions, faultOfOrigin } from '../edge/hosts.js';
import { type Head, readHead, readHeaders } from './head.js';

export interface GateOptions extends HostOptions {
  readonly maxBodyBytes: number;
}

/** A path that every parser of URLs leaves as it is. */
const PLAIN_PATH = /^\/[\w\-/]*$/;

const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/** Says by a request's head whether it may take the lane. What it does not know for sure is for the server to judge. */
export class Gate {
  readonly #options: GateOptions;
  // Clients say the same in every request.
  #path: string | undefined;
  #host: string | undefined;
  #origin: string | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** The head of a request that may pass. */
  pass(incoming: IncomingMessage): Head | undefined {
    if (incoming.method !== 'POST' || !isFresh(incoming) || !this.#isPlain(incoming.url)) return undefined;
    const head = readHead(incoming.rawHeaders);
    return head !== undefined && isJson(head) && this.#isBounded(head) && this.#isKnown(head) ? head : undefined;
  }

  /** The same for a web-standard request whose host, origin and size have been looked at. */
  passWeb({ method, headers }: Request): Head | undefined {
    if (method !== 'POST') return undefined;
    const head = readHeaders(headers);
    return head !== undefined && isJson(head) ? head : undefined;
  }

  #isPlain(path: string | undefined): boolean {
    if (path === undefined || (path !== this.#path && !PLAIN_PATH.test(path))) return false;
    this.#path = path;
    return true;
  }

  #isBounded({ length }: Head): boolean {
    return length !== undefined && length !== '0' && Number(length) <= this.#options.maxBodyBytes;
  }

  #isKnown({ host, origin }: Head): boolean {
    if (host === undefined) return false;
    if (host === this.#host && origin === this.#origin) return true;
    if (faultOfOrigin(host, origin, this.#options) !== undefined || !isPlainHost(host)) return false;
    this.#host = host;
    this.#origin = origin;
    return true;
  }
}

/** Whether nobody has touched the body, and it comes as HTTP/1 has it. */
function isFresh(incoming: IncomingMessage): boolean {
  return (
    incoming.httpVersionMajor === 1 &&
    !incoming.readableDidRead &&
    incoming.readableEncoding === null &&
    !('rawBody' in incoming)
  );
}

/** Whether parsers of URLs leave a good host as it is. */
function isPlainHost(host: string): boolean {
  return new URL(`http://${host}`).hostname === host.replace(/:\d+$/, '');
}

function isJson({ type, accept }: Head): boolean {
  if (type === undefined || (type !== 'application/json' && !JSON_TYPE.test(type))) return false;
  return accept !== undefined && accept.includes('application/json') && accept.includes('text/event-stream');
}
