import {
  type CallOptions,
  type Definition,
  InternalError,
  type Interceptor,
  type KindName,
  RequestError,
  type ResourceClass,
  type Resources,
  type Runtime,
  TimeoutError,
} from '@cuecard/core';
import type { JsonSchema } from './json-schema.js';
import type { Result } from '../reading/result.js';
import { type Definable, servedBy } from './served-by.js';
import { type CallSetup, runtimeOf } from './setup.js';

/** Arguments as JSON, by their names on the wire. */
export type Values = Readonly<Record<string, unknown>>;

/** How a call ended. A refusal is meant for the client; a failure is the fault of the class. */
export type Outcome =
  | { readonly result: Result }
  | { readonly refusal: RequestError }
  | { readonly failure: InternalError | TimeoutError };

const QUIET = { error: () => {}, warn: () => {} };

/** A prompt, a tool or a resource that is called as clients call it, any number of times. */
export class Subject {
  readonly definition: Definition;
  readonly schema: JsonSchema;
  readonly #runtime: Runtime;
  readonly #context: CallOptions | undefined;
  /** What the last call of a tool has thrown: clients get a result in its place. */
  #thrown: unknown;

  /** @throws {TypeError} if the class is not decorated */
  constructor(subject: Definable, { context, ...setup }: CallSetup) {
    const interceptors = [this.#noted, ...(setup.interceptors ?? [])];
    this.#context = context;
    this.#runtime = runtimeOf(servedBy(subject), { logger: QUIET, ...setup, interceptors });
    this.definition = this.#runtime.registry.list()[0] as Definition;
    this.schema = this.definition.schema;
  }

  /** @throws whatever is no error of a request, such as the reason of an aborted signal */
  async call(values: Values, context = this.#context): Promise<Outcome> {
    this.#thrown = undefined;
    try {
      const result = await this.#call(values, context);
      return this.#thrown === undefined ? { result } : ended(this.#thrown);
    } catch (error) {
      return ended(error);
    }
  }

  #call(values: Values, context: CallOptions | undefined): Promise<Result> {
    const { name, kind, type, arguments: plan } = this.definition;
    const { prompts, tools, resources } = this.#runtime;
    const calls: Readonly<Record<KindName, () => Promise<Result>>> = {
      prompt: () => prompts.get({ name, arguments: this.#textsOf(values) }, context),
      tool: () => tools.call({ name, arguments: { ...values } }, context),
      resource: () =>
        (resources as Resources).readAs(type as ResourceClass, plan.readPartly(this.#textsOf(values)), context),
    };
    return calls[kind.name]();
  }

  /** The arguments of a prompt and the variables of a template are texts: what is no text is written as JSON. */
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
