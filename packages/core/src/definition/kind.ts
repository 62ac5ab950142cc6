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

/** The description of one kind of definition, for the engine. */
export interface Kind<Result extends object = object> {
  readonly name: KindName;
  /** The specification's methods that list the definitions of the kind, and call one. */
  readonly methods: { readonly list: string; readonly call: string };
  /** The method of its handlers that gets the arguments and the context. */
  readonly handlerMethod: string;
  readonly hasPaths?: boolean;
  /** The origin of the arguments, if it depends on the definition. */
  originOf?(origin: Origin, specifics: Specifics): Origin;
  /**
   * Checks a request before any interceptor runs.
   * @param value the unchecked arguments
   * @throws {RequestError} if it must not be answered
   */
  admit?(specifics: Specifics, value: unknown, call: CallOptions): void;
  /**
   * Creates the list entry of a definition from the members that all kinds share.
   * @param samples sample arguments as JSON, for schemas
   */
  entryOf(common: ListEntry, plan: ArgumentPlan, specifics: Specifics, samples: readonly object[]): ListEntry;
  readonly limit: TimeLimit;
  /** Returns the subject of log lines and errors, such as `Prompt "review"`. */
  subjectOf(name: string): string;
  /**
   * Returns the arguments in the requested URI.
   * @default its `arguments`
   */
  argumentsOf?(requested: string | undefined, specifics: Specifics): object | undefined;
  /**
   * Returns the URI, which the method of a reader gets instead of arguments.
   * @default the arguments
   */
  readerUriOf?(requested: string | undefined, specifics: Specifics): unknown;
  /**
   * Converts the output of a handler to a result, or checks a result that interceptors may have changed.
   * @param args the arguments of the handler; `undefined` for a result of interceptors
   * @throws {OutputFault} if it must not be sent
   */
  check(output: unknown, request: OutputRequest, args?: object): Awaitable<Result>;
  /** Replaces what the client does not know or drops. */
  adaptToClient(result: Result, client: Client, clients: ClientProfiles): Result;
}

/** A kind with a decorator. */
export interface ClassKind<Result extends object = object, Page extends ListPage = ListPage> extends Kind<Result> {
  /** The name of its decorator, which class names may end with: `CodeReviewPrompt`. */
  readonly decorator: string;
  /** The origin of arguments from a caller in process. */
  readonly typedOrigin: Origin;
  readonly options: OptionKinds<DefinitionOptions>;
  /** The methods that its handlers may have in addition to `handlerMethod`. */
  readonly optionalMethods?: readonly string[];
  /** Returns whether the options make a definition a tool for clients. */
  asToolOf?(options: DefinitionOptions): boolean | undefined;
  /** Compiles the options of this kind, and adds their faults. */
  compileSpecifics?(declared: CompileContext): Specifics;
  /** The member of a page that has the entries, such as `prompts`. */
  readonly pageMember: string;
  /** The shape of a page of its list. */
  readonly pageShape: Shape<Page>;
}

/** The compiled options that only one kind has. */
export type Specifics = object | undefined;

/** The method of a handler that answers. */
export interface HandlerMethod {
  readonly name: string;
  /** Whether the method is decorated, rather than its class. */
  readonly isDeclared: boolean;
  /** Whether its only parameter is the context. */
  readonly takesContextOnly: boolean;
}

/** The input from which a kind compiles its options. */
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
  /** The definition that answers; `undefined` if interceptors answer for an unknown name. */
  readonly definition:
    | { readonly name: string; readonly arguments: ArgumentPlan; readonly specifics: Specifics }
    | undefined;
  readonly requested: string | undefined;
  binding(name: string, origin: Origin): Binding;
}

/** The record of a decorator on a class or a method. */
export interface Declaration {
  readonly kind: ClassKind;
  readonly options: DefinitionOptions;
  /** Another kind that the class or method is decorated with, which is a fault. */
  readonly otherKind?: ClassKind | undefined;
}

export const DECLARATIONS = new DecoratorRecord<Declaration>('declaration');
