import type { ArgumentSchema } from '../arguments/argument-schema.js';

/** A definition as it is called: `review_code(code, [language])`. */
export function signature(name: string, { properties = {}, required = [] }: ArgumentSchema): string {
  const args = Object.keys(properties).map((each) => (required.includes(each) ? each : `[${each}]`));
  return `${name}(${args.join(', ')})`;
}
