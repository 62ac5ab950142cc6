import type { CallOptions } from '../api/context.js';
import type { Declared } from '../definition/kind.js';
import type { JsonSchema } from '../json-schema.js';
import { isObject } from '../text/option-kinds.js';
import { headerFaults } from './header-faults.js';

/** The arguments that clients repeat in HTTP headers, since 2026-07-28 (server/tools, "x-mcp-header"). */
export class HeaderArguments {
  readonly #headers: ReadonlyMap<string, string>;

  /** @param headers the headers by the names of the arguments on the wire */
  constructor(headers: ReadonlyMap<string, string>) {
    this.#headers = headers;
  }

  /** Adds the headers to the schema of the arguments. */
  addTo(schema: JsonSchema): JsonSchema {
    const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>);
    const annotated = properties.map(([name, property]) => {
      const header = this.#headers.get(name);
      return [name, header === undefined ? property : { ...property, 'x-mcp-header': header }] as const;
    });
    return { ...schema, properties: Object.fromEntries(annotated) };
  }

  /**
   * Shows the transport the arguments unchanged.
   * @throws {RequestError} if the headers have other values
   */
  check(given: unknown, { checkHeaders }: CallOptions): void {
    if (checkHeaders === undefined) return;
    const values = isObject(given) ? given : {};
    const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name as keyof typeof values] : undefined);
    checkHeaders([...this.#headers].map(([name, header]) => ({ header, value: valueOf(name) })));
  }
}

/** The headers of a tool's arguments, if there are any; adds their faults. */
export function headerArgumentsOf({ plan, compilation }: Declared): HeaderArguments | undefined {
  compilation.faults.push(...headerFaults(plan));
  const headers = plan.arguments.flatMap(({ name, header }) => (header === undefined ? [] : [[name, header] as const]));
  return headers.length === 0 ? undefined : new HeaderArguments(new Map(headers));
}
