/** Splits a template into strings at white space. Escapes are not interpreted. */
export function tokens({ raw }: TemplateStringsArray): string[] {
  return raw.join('').trim().split(/\s+/);
}
