import {
  type CallOptions,
  type Definition,
  InternalError,
  type Interceptor,
  type KindName,
  RequestError,
  type Resources,
  type Runtime,
  TimeoutError,
  type ServiceToken,
  type InjectableClass,
  isPrompt,
  isResource,
  isTool,
  type RuntimeOptions,
} from '@cuecard/core';
import type { Schema } from '../contract/manifest/manifest.js';
import type { Result } from '../reading/texts.js';
import { type CallSetup, createRuntime } from './setup.js';

/** Arguments as JSON, by their wire names. */
export type Values = Readonly<Record<string, unknown>>;

/** The outcome of a call. A refusal is meant for the client; a failure is a bug in the class. */
export type Outcome =
  | { readonly result: Result }
  | { readonly refusal: RequestError }
  | { readonly failure: InternalError | TimeoutError };

const QUIET = { error: () => {}, warn: () => {} };

/** A prompt, a tool or a resource that tests call repeatedly, as clients do. */
export class Subject {
  readonly definition: Definition;
  readonly schema: Schema;
  readonly #runtime: Runtime;
  readonly #context: CallOptions | undefined;
  /** The error that the last tool call threw. Clients receive a result instead. */
  #thrown: unknown;

  /** @throws {TypeError} if the class or the method is not decorated */
  constructor(handler: TestableHandler, { context, ...setup }: CallSetup) {
    const interceptors = [this.#recordError, ...(setup.interceptors ?? [])];
    this.#context = context;
    const { runtime, definition } = serve(handler, { logger: QUIET, ...setup, interceptors });
    this.#runtime = runtime;
    this.definition = definition;
    this.schema = this.definition.schema;
  }

  /** @throws any error other than a `RequestError`, such as the reason of an aborted signal */
  async call(values: Values, context = this.#context): Promise<Outcome> {
    this.#thrown = undefined;
    try {
      const result = await this.#call(values, context);
      return this.#thrown === undefined ? { result } : toOutcome(this.#thrown);
    } catch (error) {
      return toOutcome(error);
    }
  }

  #call(values: Values, context: CallOptions | undefined): Promise<Result> {
    const { name, kind, type, method, arguments: plan } = this.definition;
    const { prompts, tools, resources } = this.#runtime;
    const calls: Readonly<Record<KindName, () => Promise<Result>>> = {
      prompt: () => prompts.get({ name, arguments: this.#toStrings(values) }, context),
      tool: () => tools.call({ name, arguments: { ...values } }, context),
      resource: () => {
        const args = plan.readIncomplete(this.#toStrings(values));
        const readAs = (resources as Resources).readAs as TypedRead;
        const typed = method.isDeclared ? [method.name, args, context] : [args, context];
        return readAs.call(resources, type, ...typed);
      },
    };
    return calls[kind.name]();
  }

  /** Returns the arguments of a prompt or the variables of a template as strings. Values of other types become JSON. */
  #toStrings(values: Values): Record<string, string> {
    const defined = Object.entries(values).filter(([, value]) => value !== undefined);
    const isText = (name: string) => this.schema.properties?.[name]?.type === 'string';
    return Object.fromEntries(
      defined.map(([name, value]) => [name, isText(name) ? String(value) : JSON.stringify(value)]),
    );
  }

  readonly #recordError: Interceptor = async (_call, next) => {
    try {
      return await next();
    } catch (error) {
      this.#thrown = error;
      throw error;
    }
  };
}

/** `readAs` of a class or of one of its methods, without the types of its overloads. */
type TypedRead = (type: InjectableClass<object>, ...parameters: readonly unknown[]) => Promise<Result>;

function toOutcome(error: unknown): Outcome {
  if (error instanceof InternalError || error instanceof TimeoutError) return { failure: error };
  if (error instanceof RequestError) return { refusal: error };
  throw error;
}

/**
 * Returns a fake service for `provide`. Its properties have the types of the service's properties. Leave out properties
 * that the test does not use.
 * @example renderPrompt(Triage, { id: 'T-1' }, { provide: [fake(Tickets, { byId: async () => ticket })] })
 */
export function fake<Service extends object>(
  token: ServiceToken<Service>,
  members: NoInfer<Partial<Pick<Service, keyof Service>>>,
): readonly [ServiceToken<Service>, object] {
  return [token, members];
}

/** The subject of a test: a decorated class, or the result of `definePrompt`, `defineTool` or `defineResource`. */
export type Testable<Class = InjectableClass<object>> = Class | Definition;

/** Returns the class that a runtime constructs. For a definition built from data, this is a generated class. */
export function classOf(subject: Testable): InjectableClass<object> {
  return typeof subject === 'function' ? subject : subject.type;
}

/** A handler that a test calls as clients do: a subject, or the class and the name of a method that is a handler. */
export type TestableHandler<Class = InjectableClass<object>> = Testable<Class> | TestableMethod;

/** A method that is a handler, such as `[Orders, 'summary']`. */
export type TestableMethod = readonly [type: InjectableClass<object>, method: string];

/**
 * Creates a runtime that serves a handler. Returns it with the handler's definition.
 * @throws {TypeError} if the class or the method is not decorated
 */
export function serve(handler: TestableHandler, setup: CallSetup): { runtime: Runtime; definition: Definition } {
  const runtime = createRuntime(isMethod(handler) ? { tools: [handler[0]] } : optionFor(handler), setup);
  const method = isMethod(handler) ? handler[1] : undefined;
  const definition = runtime.registry.list().find((each) => method === undefined || each.method.name === method);
  if (definition === undefined)
    throw new TypeError(`The method ${method} is not a handler: decorate it with @Prompt(), @Tool() or @Resource()`);
  return { runtime, definition };
}

function isMethod(handler: TestableHandler): handler is TestableMethod {
  return Array.isArray(handler);
}

/** The runtime option for each kind of definition. */
const OPTIONS = { prompt: 'prompts', tool: 'tools', resource: 'resources' } as const;

/** Returns the runtime option that serves a class or a definition. */
function optionFor(subject: Testable): Pick<RuntimeOptions, 'prompts' | 'tools' | 'resources'> {
  const kind = typeof subject === 'function' ? kindOf(subject) : subject.kind.name;
  return { [OPTIONS[kind]]: [subject] };
}

function kindOf(type: InjectableClass<object>): KindName {
  if (isPrompt(type)) return 'prompt';
  if (isTool(type)) return 'tool';
  if (isResource(type)) return 'resource';
  throw new TypeError(
    `${type.name} is not a handler: decorate it with @Prompt(), @Tool() or @Resource(), or pass a method as [${type.name}, 'name']`,
  );
}
