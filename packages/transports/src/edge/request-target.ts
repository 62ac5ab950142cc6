/** One that names the whole URL. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/i;

/** The path and the query of what a request is for, in any form that HTTP/1.1 has (RFC 9112, section 3.2). */
export function pathIn(target: string): string {
  if (target.startsWith('/')) return target;
  const [, path = ''] = ABSOLUTE.exec(target) ?? [];
  return path.startsWith('/') ? path : `/${path}`;
}
