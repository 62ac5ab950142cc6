import { type ArgumentPlan, type Binding, EndlessOutputError } from '../arguments/argument-plan.js';
import type { OutputRequest, CompileContext } from '../definition/kind.js';
import { type ArgumentFault, InvalidArgumentsError } from '../errors.js';
import { SchemaDefinitions } from '../json-schema.js';
import { OutputFault, toJsonText } from '../output/output.js';
import type { Tool } from '../protocol.js';
import type { Class } from '../types.js';
import { Arg } from '../arguments/arg.js';
import { releaseClass } from '../arguments/transformations.js';
import { ForeignType, reachableArguments } from '../arguments/object-types.js';
import { type DefinitionFault, type FaultLocation, locate } from '../definition-error.js';
import { sectionOf } from '../troubleshooting.js';

/** The option `output`: a class whose `@Field` properties are sent, or an array with one such class for a list. */
export type DeclaredOutput = Class | readonly [Class];

const LIST_MEMBER = 'result';

const MAX_MEMBERS = 1_000_000;

/** The usual cause of the fault is an interceptor that wraps every result, as is common for HTTP controllers. */
const UNWRAP_REMEDY = 'return what `output` declares, and do not wrap the result in an interceptor';

interface StructuredResult {
  readonly json: { [name: string]: unknown };
  readonly text: string;
}

/** The compiled options of a tool that concern its output. */
export interface OutputSpecifics {
  readonly output: StructuredOutput | undefined;
}

/** The declared output of a tool. Compiled once and used by every call. */
export class StructuredOutput {
  /** How the output's properties are read and written. */
  readonly plan: ArgumentPlan;
  readonly #isList: boolean;
  /** Whether a field may hold any JSON. */
  readonly #allowsAnyJson: boolean;
  #schema: NonNullable<Tool['outputSchema']> | undefined;

  /** @param isList whether the output is a list, which is sent as the property `result` */
  constructor(plan: ArgumentPlan, isList: boolean) {
    this.plan = plan;
    this.#isList = isList;
    this.#allowsAnyJson = reachableArguments(plan).some(({ type }) => type.acceptsNull === true);
  }

  get schema(): NonNullable<Tool['outputSchema']> {
    const definitions = new SchemaDefinitions(true);
    return (this.#schema ??= { type: 'object', ...definitions.complete(this.plan.schema(definitions)) });
  }

  /**
   * Converts an output to JSON after checking its rules. Omits properties that the class does not declare.
   * @throws {OutputFault} if the output is not as declared
   */
  async write(output: unknown, request: OutputRequest): Promise<StructuredResult> {
    if (typeof output !== 'object' || output === null || Array.isArray(output) !== this.#isList)
      throw new OutputFault(`did not return ${this.#expectation}, which \`output\` declares`);
    if (!this.#isList && this.#lacksDeclaredFields(output))
      throw new OutputFault(`returned an object without any field of ${this.plan.type.name}: ${UNWRAP_REMEDY}`);
    const { limits, monitor } = request.services;
    const onUndeclared = (path: string) => monitor.warnOnce(undeclaredMemberWarning(nameOf(request), path));
    const walk = { depth: 0, objects: 0, limits, onUndeclared };
    const object = this.#isList ? { [LIST_MEMBER]: output } : output;
    const written = this.plan.write(await this.#bind(object, { ...bindingOf(request), walk }));
    // Only a field of type `JSON` may contain values that are not JSON.
    return this.#allowsAnyJson ? toPlainJson(written) : { json: written, text: JSON.stringify(written) };
  }

  /**
   * Checks the JSON in a result that interceptors may have changed.
   * @throws {OutputFault} if the JSON is not as declared
   */
  async check(json: object | undefined, request: OutputRequest): Promise<void> {
    if (json === undefined) throw new OutputFault('got a result without `structuredContent` from an interceptor');
    await this.#bind(json, { ...bindingOf(request), origin: 'answer' });
  }

  /**
   * Whether an object has no declared field. Without this check, the result could consist only of the class's initial
   * values.
   */
  #lacksDeclaredFields(output: object): boolean {
    if (Object.keys(output).length === 0 || this.plan.arguments.length === 0) return false;
    return this.plan.arguments.every(({ property }) => (output as StructuredResult['json'])[property] === undefined);
  }

  get #expectation(): string {
    const { name } = this.plan.type;
    return this.#isList ? 'an array' : `an object with the fields of ${name}`;
  }

  /** Binds an output. A broken rule becomes a fault of the server, not of the client. */
  async #bind(output: object, binding: Binding): Promise<object> {
    try {
      return await this.plan.bind(output, binding);
    } catch (fault) {
      throw toOutputFault(fault);
    }
  }
}

function bindingOf(request: OutputRequest): Binding {
  return { ...request.binding(nameOf(request), 'output'), messageOf: undefined };
}

function nameOf({ definition }: OutputRequest): string {
  return definition?.name ?? '';
}

function toOutputFault(fault: unknown): unknown {
  if (fault instanceof EndlessOutputError) return new OutputFault(`returned an object that ${fault.message}`);
  if (!(fault instanceof InvalidArgumentsError)) return fault;
  return new OutputFault(
    `returned an object that breaks the rules of its class: ${fault.errors.map(formatFault).join('; ')}`,
  );
}

/**
 * Formats a fault with the rule's name instead of its message, because an application's message may contain the value.
 */
function formatFault({ argument, rule, expected }: ArgumentFault): string {
  return `${argument} breaks ${rule}${expected === undefined ? '' : ` (must be ${expected})`}`;
}

/** Copies an output through its JSON text. */
function toPlainJson(written: object): StructuredResult {
  try {
    const text = toJsonText(written, { maxMembers: MAX_MEMBERS }) ?? '{}';
    return { text, json: JSON.parse(text) };
  } catch (cause) {
    throw new OutputFault(`returned an object that is not JSON: ${cause instanceof Error ? cause.message : ''}`);
  }
}

/** Compiles the declared output, and adds its faults. */
export function compileOutput(output: DeclaredOutput, context: CompileContext): StructuredOutput {
  if (!isListDeclaration(output)) return new StructuredOutput(compilePlan(output, context), false);
  const listClass = createListClass(output[0]);
  try {
    const item = compilePlan(output[0], context);
    const plan = item.arguments.length === 0 ? item : compilePlan(listClass, context);
    return new StructuredOutput(plan, true);
  } finally {
    releaseClass(listClass);
  }
}

function isListDeclaration(output: DeclaredOutput): output is readonly [Class] {
  return Array.isArray(output) && output.length === 1;
}

/** Creates a class with the list as its only field, because the root of a result is an object. */
function createListClass(item: Class): Class {
  class ListOutput {}
  Arg({ items: () => item })(ListOutput.prototype, LIST_MEMBER);
  return ListOutput;
}

function compilePlan(output: Class, { location, compilation }: CompileContext): ArgumentPlan {
  const plan = compilation.rootPlan(output, () => invalidOutputFault(location), 'output');
  for (const { owner, argument, type } of reachableArguments(plan))
    if (type instanceof ForeignType) compilation.faults.push(undeclaredFault(owner.type, argument.property, type));
  return plan;
}

function invalidOutputFault(location: FaultLocation): DefinitionFault {
  const remedy = 'Use a class whose properties have @Field(), as in output: Order, or output: [Order] for an array';
  return { ...location, id: 'output-invalid', problem: 'has an `output` that is not a class', remedy };
}

/** Returns the fault of a field whose class declares no fields. All properties of such an object would be sent. */
function undeclaredFault(type: Class, property: string, { type: field }: ForeignType): DefinitionFault {
  const problem = `is of the class ${field.name}, which declares no fields`;
  const remedy = `Decorate the properties of ${field.name} with @Field(), or declare @Field({ type: JSON }) to send all of them`;
  return { ...locate(type.name, property), id: 'output-without-fields', problem, remedy };
}

/**
 * Matches paths that contain only names as in source code. Other names may be keys of a map, which may be personal
 * data.
 */
const NAMES_FROM_CODE = /^(?:[A-Za-z_$][\w$]{0,63}(?:\[\])*\.)*[A-Za-z_$][\w$]{0,63}$/;

/** Returns the warning about a property that the output does not declare. */
function undeclaredMemberWarning(tool: string, path: string): string {
  const member = path.replace(/\[\d+\]/g, '[]');
  const problem = `Tool "${tool}" returned ${NAMES_FROM_CODE.test(member) ? `"${member}"` : 'a property'}, which its output does not declare, so it is not sent`;
  return `${problem}. Decorate it with @Field() to send it. See ${sectionOf('field-undeclared')}`;
}
