import type { CallOptions } from '../api/context.js';
import type { CompileContext } from '../definition/kind.js';
import { type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { isObject } from '../text/option-kinds.js';
import type { ArgDefinition } from '../arguments/arg-definition.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { reachableArguments } from '../arguments/object-types.js';
import { type Defect, type DefinitionFault, faultAt } from '../definition-error.js';

/** The arguments that clients repeat in HTTP headers, since 2026-07-28 (server/tools, "x-mcp-header"). */
export class HeaderArguments {
  readonly #headers: ReadonlyMap<string, string>;

  /** @param headers header names, keyed by the argument's wire name */
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
  check(args: unknown, { checkHeaders }: CallOptions): void {
    if (checkHeaders === undefined) return;
    const values = isObject(args) ? args : {};
    const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name as keyof typeof values] : undefined);
    checkHeaders([...this.#headers].map(([name, header]) => ({ header, value: valueOf(name) })));
  }
}

/** The headers of a tool's arguments, if there are any; adds their faults. */
export function headerArgumentsOf({ plan, compilation }: CompileContext): HeaderArguments | undefined {
  compilation.faults.push(...headerFaults(plan));
  const headers = plan.arguments.flatMap(({ name, header }) => (header === undefined ? [] : [[name, header] as const]));
  return headers.length === 0 ? undefined : new HeaderArguments(new Map(headers));
}

/**
 * The names that every gateway forwards: HTTP allows more (RFC 9110, "Tokens"), which some silently drop, such as
 * nginx.
 */
const NAME = /^[A-Za-z\d-]{1,50}$/;

/** The types that a header can repeat; other numbers have several notations (server/tools, "x-mcp-header"). */
const REPEATABLE: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** The faults of the headers of a tool's arguments. Clients would omit a tool with such a header. */
function headerFaults(plan: ArgumentPlan): DefinitionFault[] {
  const own = plan.arguments.flatMap((arg, at) => {
    const fault = faultOf(arg, plan.arguments.slice(0, at), plan.type.name);
    return fault === undefined ? [] : [{ ...faultAt(plan.type.name, arg.property), ...fault }];
  });
  // Clients only read the headers of top-level `properties`, so members of object arguments cannot have headers.
  const inside = reachableArguments(plan).filter(
    ({ owner, argument }) => owner !== plan && argument.header !== undefined,
  );
  return [
    ...own,
    ...inside.map(({ owner, argument }) => ({ ...faultAt(owner.type.name, argument.property), ...INSIDE })),
  ];
}

function faultOf(arg: ArgDefinition, earlier: readonly ArgDefinition[], type: string): Defect | undefined {
  const { header } = arg;
  if (header === undefined) return undefined;
  if (!NAME.test(header))
    return invalid(`has the header ${JSON.stringify(header)}, which not every gateway passes on`, NAMING);
  if (!REPEATABLE.has(arg.schema(new SchemaDefinitions())['type'])) return TYPE;
  const same = earlier.find((other) => other.header?.toLowerCase() === header.toLowerCase());
  if (same === undefined) return undefined;
  const problem = `has the same header "${header}" as ${type}.${same.property}`;
  return { id: 'header-taken', problem, remedy: SAME };
}

function invalid(problem: string, remedy: string): Defect {
  return { id: 'header-invalid', problem, remedy };
}

const NAMING = 'Name the header by up to 50 letters, digits and "-", as in @Arg({ header: "Region" })';
const SAME = 'Give one of them another header: upper and lower case are the same';
const TYPE = invalid(
  'has a header, but is neither a string, an integer nor a boolean',
  'Leave the header out; a number can have one with @IsInt()',
);

const INSIDE = invalid(
  'has a header, but is inside another argument',
  'Leave the header out: only the arguments of the tool itself can have one',
);
