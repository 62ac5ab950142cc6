import type { CallOptions } from '@cuecard/core';
import { headerCheck } from '../jsonrpc/header-mirror.js';

/** The headers of a request that the server uses, unchanged. A comma joins repeated headers. */
export interface Head {
  host: string | undefined;
  origin: string | undefined;
  accept: string | undefined;
  authorization: string | undefined;
  type: string | undefined;
  /** The encoding of the body, such as `gzip`. */
  encoding: string | undefined;
  length: string | undefined;
  sessionId: string | undefined;
  lastEventId: string | undefined;
  /** The addresses that proxies have added, the nearest last: `x-forwarded-for`. */
  forwardedFor: string | undefined;
  userAgent: string | undefined;
  revision: string | undefined;
  /** The header that repeats the method, since protocol revision 2026-07-28. */
  method: string | undefined;
  name: string | undefined;
  /**
   * The headers `mcp-param-…` that repeat arguments, since protocol revision 2026-07-28. The keys are the names without
   * the prefix.
   */
  params: Map<string, string> | undefined;
}

/** Returns the function that compares arguments with the headers that repeat them. */
export function headerCheckFor(head: Pick<Head, 'params'> | undefined): CallOptions['checkHeaders'] {
  return head && headerCheck((name) => head.params?.get(name));
}

/** Reads Node's `rawHeaders`. */
export function readHead(raw: readonly string[]): Head {
  const head = emptyHead();
  // HTTP/2 requests may contain the host twice, as `:authority` and as `host`.
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [(raw[at] as string).toLowerCase(), raw[at + 1] as string];
    if (name !== 'host' || value !== head.host || raw[0]?.startsWith(':') !== true) setHeader(head, name, value);
  }
  return head;
}

/** Reads web-standard headers. */
export function readHeaders(headers: Headers): Head {
  const head = emptyHead();
  for (const [name, value] of headers) setHeader(head, name, value);
  return head;
}

/** Stores one header with a `switch`, because a map takes 1.5 times as long. */
function setHeader(head: Head, name: string, value: string): void {
  if (name.startsWith('mcp-')) setProtocolHeader(head, name, value);
  else setRequestHeader(head, name, value);
}

function setProtocolHeader(head: Head, name: string, value: string): void {
  switch (name) {
    case 'mcp-protocol-version':
      head.revision = join(head.revision, value);
      break;
    case 'mcp-session-id':
      head.sessionId = join(head.sessionId, value);
      break;
    case 'mcp-method':
      head.method = join(head.method, value);
      break;
    case 'mcp-name':
      head.name = join(head.name, value);
      break;
    default:
      if (name.startsWith(PARAM)) setParam(head, name.slice(PARAM.length), value);
  }
}

const PARAM = 'mcp-param-';

function setParam(head: Head, name: string, value: string): void {
  head.params ??= new Map();
  head.params.set(name, join(head.params.get(name), value));
}

function setRequestHeader(head: Head, name: string, value: string): void {
  switch (name) {
    case 'host':
    case ':authority':
      head.host = join(head.host, value);
      break;
    case 'accept':
      head.accept = join(head.accept, value);
      break;
    case 'origin':
      head.origin = join(head.origin, value);
      break;
    case 'authorization':
      head.authorization = join(head.authorization, value);
      break;
    default:
      setContentHeader(head, name, value);
  }
}

function setContentHeader(head: Head, name: string, value: string): void {
  switch (name) {
    case 'content-type':
      head.type = join(head.type, value);
      break;
    case 'content-encoding':
      head.encoding = join(head.encoding, value);
      break;
    case 'content-length':
      head.length = join(head.length, value);
      break;
    case 'x-forwarded-for':
      head.forwardedFor = join(head.forwardedFor, value);
      break;
    case 'user-agent':
      head.userAgent = join(head.userAgent, value);
      break;
    case 'last-event-id':
      head.lastEventId = join(head.lastEventId, value);
      break;
    default:
  }
}

function join(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

/** Creates all properties in one order, so that all heads have the same hidden class. */
function emptyHead(): Head {
  return {
    host: undefined,
    origin: undefined,
    accept: undefined,
    authorization: undefined,
    type: undefined,
    encoding: undefined,
    length: undefined,
    sessionId: undefined,
    lastEventId: undefined,
    forwardedFor: undefined,
    userAgent: undefined,
    revision: undefined,
    method: undefined,
    name: undefined,
    params: undefined,
  };
}

/** Matches an absolute URL. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/i;

/**
 * Returns the host of a request target that is an absolute URL. This host replaces the header (RFC 9112, section
 * 3.2.2).
 */
export function hostIn(target: string): string | undefined {
  return target.startsWith('/') ? undefined : ABSOLUTE.exec(target)?.[1];
}

/** The path and the query of a request target, in any form of HTTP/1.1 (RFC 9112, section 3.2). */
export function pathIn(target: string): string {
  if (target.startsWith('/')) return target;
  const [, , path = ''] = ABSOLUTE.exec(target) ?? [];
  return path.startsWith('/') ? path : `/${path}`;
}
