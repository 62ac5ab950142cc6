import type { CallOptions, Client } from '../api/context.js';
import type { ArgumentPlan, Binding } from '../arguments/argument-plan.js';
import type { Origin } from '../arguments/argument-type.js';
import type { Compilation } from '../arguments/compilation.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { FaultLocation } from '../definition-error.js';
import type { KindName } from '../errors.js';
import type { Limits, TimeLimit } from '../limits.js';
import type { Monitor } from '../logging/monitor.js';
import type { InterpolationRule } from '../messages/messages.js';
import { DecoratorRecord } from '../metadata/metadata.js';
import type { Shape } from '../output/output.js';
import type { ListEntry, ListPage } from '../protocol.js';
import type { OptionKinds } from '../text/option-kinds.js';
import type { Awaitable, InjectableClass } from '../types.js';
import type { DefinitionOptions } from './definition-options.js';

/** Describes one kind of definition to the engine. */
export interface Kind<Result extends object = object> {
  readonly name: KindName;
  /** The protocol methods that list the definitions of the kind, and that call one of them. */
  readonly methods: { readonly list: string; readonly call: string };
  /** The handler method that receives the arguments and the context. */
  readonly handlerMethod: string;
  readonly hasPaths?: boolean;
  /** Returns the origin of the arguments, if the origin depends on the definition. */
  originOf?(origin: Origin, specifics: Specifics): Origin;
  /**
   * Checks a request before any interceptor runs.
   * @param value the unchecked arguments
   * @throws {RequestError} if the request must be rejected
   */
  admit?(specifics: Specifics, value: unknown, call: CallOptions): void;
  /**
   * Creates a definition's list entry from the properties that all kinds share.
   * @param samples sample arguments as JSON, for schemas
   */
  entryOf(common: ListEntry, plan: ArgumentPlan, specifics: Specifics, samples: readonly object[]): ListEntry;
  readonly limit: TimeLimit;
  /** Returns the subject of log lines and errors, such as `Prompt "review"`. */
  subjectOf(name: string): string;
  /**
   * Returns the arguments in the requested URI.
   * @default the request's `arguments`
   */
  argumentsOf?(requested: string | undefined, specifics: Specifics): object | undefined;
  /**
   * Returns the URI that a resource reader's method receives instead of arguments.
   * @default the method receives the arguments
   */
  readerUriOf?(requested: string | undefined, specifics: Specifics): unknown;
  /**
   * Converts a handler's output to a result, or checks a result that interceptors may have changed.
   * @param args the handler's arguments; `undefined` for a result from interceptors
   * @throws {OutputFault} if the output or result must not be sent
   */
  check(output: unknown, request: OutputRequest, args?: object): Awaitable<Result>;
  /** Replaces content that the client does not support or drops. */
  adaptToClient(result: Result, client: Client, clients: ClientProfiles): Result;
}

/** A kind with a decorator. */
export interface ClassKind<Result extends object = object, Page extends ListPage = ListPage> extends Kind<Result> {
  /** The name of the kind's decorator. Class names may end with it: `CodeReviewPrompt`. */
  readonly decorator: string;
  /** The origin of arguments of in-process calls. */
  readonly typedOrigin: Origin;
  readonly options: OptionKinds<DefinitionOptions>;
  /** The methods that handlers may have in addition to `handlerMethod`. */
  readonly optionalMethods?: readonly string[];
  /** Returns whether clients also get a definition with these options as a tool. */
  asToolOf?(options: DefinitionOptions): boolean | undefined;
  /** Compiles the options that only this kind has, and adds their faults. */
  compileSpecifics?(declared: CompileContext): Specifics;
  /** The property of a page that contains the entries, such as `prompts`. */
  readonly entriesProperty: string;
  /** The shape of a page of the kind's list. */
  readonly pageShape: Shape<Page>;
}

/** The compiled options that only one kind has. */
export type Specifics = object | undefined;

/** The method that handles requests. */
export interface HandlerMethod {
  readonly name: string;
  /** Whether the method is decorated instead of its class. */
  readonly isDeclared: boolean;
  /** Whether the method's only parameter is the context. */
  readonly takesContextOnly: boolean;
}

/** The declaration from which a kind compiles its options. */
export interface CompileContext {
  readonly type: InjectableClass<object>;
  readonly location: FaultLocation;
  readonly options: DefinitionOptions;
  readonly plan: ArgumentPlan;
  readonly method: HandlerMethod;
  readonly compilation: Compilation;
}

interface AnswerServices {
  readonly limits: Limits;
  readonly monitor: Pick<Monitor, 'warnOnce'>;
  readonly interpolation?: InterpolationRule | undefined;
  readonly clients: ClientProfiles;
}

/** The request that an output answers. */
export interface OutputRequest {
  readonly services: AnswerServices;
  /** The requested definition; `undefined` if interceptors answer a request for an unknown name. */
  readonly definition:
    | { readonly name: string; readonly arguments: ArgumentPlan; readonly specifics: Specifics }
    | undefined;
  readonly requested: string | undefined;
  binding(name: string, origin: Origin): Binding;
}

/** The record that a decorator stores about a class or a method. */
export interface Declaration {
  readonly kind: ClassKind;
  readonly options: DefinitionOptions;
  /** The second kind of a class or method with decorators of two kinds, which is a fault. */
  readonly otherKind?: ClassKind | undefined;
}

export const DECLARATIONS = new DecoratorRecord<Declaration>('declaration');
