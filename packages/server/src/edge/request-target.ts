/** An absolute URL. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/i;

/** The path and the query of a request target, in any form of HTTP/1.1 (RFC 9112, section 3.2). */
export function pathIn(target: string): string {
  if (target.startsWith('/')) return target;
  const [, path = ''] = ABSOLUTE.exec(target) ?? [];
  return path.startsWith('/') ? path : `/${path}`;
}
