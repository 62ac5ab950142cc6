import type { CallOptions } from '@cuecard/core';
import { headerCheck } from '../jsonrpc/header-mirror.js';

/** The headers that matter for handling a request, unchanged; repeated ones are joined by a comma. */
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
  /** The method in the headers, since 2026-07-28. */
  method: string | undefined;
  name: string | undefined;
  /** The repeated arguments, since 2026-07-28: the headers `mcp-param-…`, by the rest of their names. */
  params: Map<string, string> | undefined;
}

/** Compares arguments with the headers that repeat them, if there are any. */
export function checkBy(head: Pick<Head, 'params'> | undefined): CallOptions['checkHeaders'] {
  return head && headerCheck((name) => head.params?.get(name));
}

/** Reads Node's `rawHeaders`. */
export function readHead(raw: readonly string[]): Head {
  const head = emptyHead();
  // Over HTTP/2 the host may stand twice, also as `:authority`.
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [(raw[at] as string).toLowerCase(), raw[at + 1] as string];
    if (name !== 'host' || value !== head.host || raw[0]?.startsWith(':') !== true) put(head, name, value);
  }
  return head;
}

/** Reads web-standard headers. */
export function readHeaders(headers: Headers): Head {
  const head = emptyHead();
  for (const [name, value] of headers) put(head, name, value);
  return head;
}

/** Stores one header. A map takes half as long again. */
function put(head: Head, name: string, value: string): void {
  if (name.startsWith('mcp-')) putOfProtocol(head, name, value);
  else putOther(head, name, value);
}

function putOfProtocol(head: Head, name: string, value: string): void {
  switch (name) {
    case 'mcp-protocol-version':
      head.revision = joined(head.revision, value);
      break;
    case 'mcp-session-id':
      head.sessionId = joined(head.sessionId, value);
      break;
    case 'mcp-method':
      head.method = joined(head.method, value);
      break;
    case 'mcp-name':
      head.name = joined(head.name, value);
      break;
    default:
      if (name.startsWith(PARAM)) putParam(head, name.slice(PARAM.length), value);
  }
}

const PARAM = 'mcp-param-';

function putParam(head: Head, name: string, value: string): void {
  head.params ??= new Map();
  head.params.set(name, joined(head.params.get(name), value));
}

function putOther(head: Head, name: string, value: string): void {
  switch (name) {
    case 'host':
    case ':authority':
      head.host = joined(head.host, value);
      break;
    case 'accept':
      head.accept = joined(head.accept, value);
      break;
    case 'origin':
      head.origin = joined(head.origin, value);
      break;
    case 'authorization':
      head.authorization = joined(head.authorization, value);
      break;
    default:
      putOfContent(head, name, value);
  }
}

function putOfContent(head: Head, name: string, value: string): void {
  switch (name) {
    case 'content-type':
      head.type = joined(head.type, value);
      break;
    case 'content-encoding':
      head.encoding = joined(head.encoding, value);
      break;
    case 'content-length':
      head.length = joined(head.length, value);
      break;
    case 'x-forwarded-for':
      head.forwardedFor = joined(head.forwardedFor, value);
      break;
    case 'user-agent':
      head.userAgent = joined(head.userAgent, value);
      break;
    case 'last-event-id':
      head.lastEventId = joined(head.lastEventId, value);
      break;
    default:
  }
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

/**
 * All members exist from the start, so that all heads have one shape for the engine, in whatever order headers come.
 */
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

/** An absolute URL. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/i;

/** The host of a request target that is a whole URL, which replaces the header (RFC 9112, section 3.2.2). */
export function hostIn(target: string): string | undefined {
  return target.startsWith('/') ? undefined : ABSOLUTE.exec(target)?.[1];
}

/** The path and the query of a request target, in any form of HTTP/1.1 (RFC 9112, section 3.2). */
export function pathIn(target: string): string {
  if (target.startsWith('/')) return target;
  const [, , path = ''] = ABSOLUTE.exec(target) ?? [];
  return path.startsWith('/') ? path : `/${path}`;
}
