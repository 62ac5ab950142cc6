import {
  type CallOptions,
  type CallToolResult,
  type Definition,
  type GetPromptResult,
  type InjectableClass,
  InternalError,
  type Interceptor,
  RequestError,
  type Runtime,
  TimeoutError,
} from '@cuecard/core';
import type { JsonSchema } from './json-schema.js';
import { servedBy } from './served-by.js';
import { type CallSetup, runtimeOf } from './setup.js';

/** Arguments as JSON, by their names on the wire. */
export type Values = Readonly<Record<string, unknown>>;

/** How a call ended. A refusal is meant for the client; a failure is the fault of the class. */
export type Outcome =
  | { readonly result: GetPromptResult | CallToolResult }
  | { readonly refusal: RequestError }
  | { readonly failure: InternalError | TimeoutError };

const QUIET = { error: () => {}, warn: () => {} };

/** A prompt or a tool that is called as clients call it, any number of times. */
export class Subject {
  readonly definition: Definition;
  readonly schema: JsonSchema;
  readonly #runtime: Runtime;
  readonly #context: CallOptions | undefined;
  readonly #isPrompt: boolean;
  /** What the last call of a tool has thrown: clients get a result in its place. */
  #thrown: unknown;

  /** @throws {TypeError} if the class is neither a prompt nor a tool */
  constructor(type: InjectableClass<object>, { context, ...setup }: CallSetup) {
    const served = servedBy(type);
    if (served.resources !== undefined) throw new TypeError(`${type.name} is a resource: give a prompt or a tool`);
    this.#isPrompt = served.prompts !== undefined;
    const interceptors = [this.#noted, ...(setup.interceptors ?? [])];
    this.#context = context;
    this.#runtime = runtimeOf(served, { logger: QUIET, ...setup, interceptors });
    this.definition = this.#runtime.registry.all(type)[0] as Definition;
    this.schema = schemaOf(this.definition);
  }

  /** @throws whatever is no error of a request, such as the reason of an aborted signal */
  async call(values: Values, context = this.#context): Promise<Outcome> {
    this.#thrown = undefined;
    const { name } = this.definition;
    try {
      const result = this.#isPrompt
        ? await this.#runtime.prompts.get({ name, arguments: this.#textsOf(values) }, context)
        : await this.#runtime.tools.call({ name, arguments: { ...values } }, context);
      return this.#thrown === undefined ? { result } : ended(this.#thrown);
    } catch (error) {
      return ended(error);
    }
  }

  /** A prompt's arguments are texts: what is no text is written as JSON. */
  #textsOf(values: Values): Record<string, string> {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const isText = (name: string) => this.schema.properties?.[name]?.type === 'string';
    return Object.fromEntries(
      given.map(([name, value]) => [name, isText(name) ? String(value) : JSON.stringify(value)]),
    );
  }

  readonly #noted: Interceptor = async (_call, next) => {
    try {
      return await next();
    } catch (error) {
      this.#thrown = error;
      throw error;
    }
  };
}

function ended(error: unknown): Outcome {
  if (error instanceof InternalError || error instanceof TimeoutError) return { failure: error };
  if (error instanceof RequestError) return { refusal: error };
  throw error;
}

/** The JSON Schema of the arguments, which the list entries of prompts and of tools have in different places. */
function schemaOf({ entry }: Definition): JsonSchema {
  const { inputSchema, _meta = {} } = entry as { inputSchema?: JsonSchema; _meta?: Readonly<Record<string, unknown>> };
  return inputSchema ?? (_meta['dev.cuecard/schema'] as JsonSchema | undefined) ?? {};
}
