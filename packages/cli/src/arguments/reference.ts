/** Returns what a `$ref` within a schema points to (RFC 6901); an empty schema if it points to nothing or elsewhere. */
export function referred($ref: string, root: object): object {
  const keys = $ref.split('/').slice(1);
  const step = (node: unknown, key: string): unknown => Object(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  return $ref.startsWith('#') ? Object(keys.reduce(step, root)) : {};
}
