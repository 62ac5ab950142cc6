/** The strings that a template lists, separated by white space and written without escapes. */
export function tokens({ raw }: TemplateStringsArray): string[] {
  return raw.join('').trim().split(/\s+/);
}
