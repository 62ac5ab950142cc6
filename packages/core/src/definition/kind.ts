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
import type { Known } from '../text/option-kinds.js';
import type { Awaitable, InjectableClass } from '../types.js';
import type { DefinitionOptions } from './definition-options.js';

/** All that the engine has to know about one kind of definition. */
export interface Kind<Result extends object = object> {
  readonly name: KindName;
  /** The specification's methods that list the definitions of the kind, and call one. */
  readonly methods: { readonly list: string; readonly call: string };
  /** The method of its handlers. It takes the arguments, and the context. */
  readonly handlerMethod: string;
  /** Whether names may contain a slash. */
  readonly hasPaths?: boolean;
  /** The origin of the arguments of one definition, if it depends on the definition. */
  originOf?(origin: Origin, specifics: KindSpecifics): Origin;
  /**
   * Checks the request as the client sent it, before interceptors or the definition see it.
   * @param value the arguments as the client sent them
   * @throws {RequestError} if it must not be answered
   */
  admit?(specifics: KindSpecifics, value: unknown, call: CallOptions): void;
  /**
   * Extends a common list entry with the members of this kind.
   * @param samples sample arguments as JSON, for schemas
   */
  entryOf(common: ListEntry, plan: ArgumentPlan, specifics: KindSpecifics, samples: readonly object[]): ListEntry;
  /** The limit of the time of a call. */
  readonly limit: TimeLimit;
  /** The subject of logs and errors about a definition of the kind. */
  subjectOf(name: string): string;
  /**
   * The arguments of a request that does not name a definition by its name.
   * @default its `arguments`
   */
  argumentsOf?(requested: string | undefined, specifics: KindSpecifics): object | undefined;
  /**
   * The URI that a reader's method takes as its first parameter.
   * @default the arguments
   */
  readerUriOf?(requested: string | undefined, specifics: KindSpecifics): unknown;
  /**
   * Turns the output of a handler into a result, or checks a result that interceptors may have changed.
   * @param args the arguments of the handler; `undefined` for a result of interceptors
   * @throws {OutputFault} if it must not be sent
   */
  check(output: unknown, request: OutputRequest, args?: object): Awaitable<Result>;
  /** Replaces what the client does not know or drops. */
  adaptToClient(result: Result, client: Client, clients: ClientProfiles): Result;
}

/** A kind whose definitions are decorated classes. Clients list and call them by name. */
export interface ClassKind<Result extends object = object, Page extends ListPage = ListPage> extends Kind<Result> {
  /** The name of its decorator, which is also a suffix of class names: `CodeReviewPrompt`. */
  readonly decorator: string;
  /** The origin of arguments from a caller in process. */
  readonly typedOrigin: Origin;
  /** The names of the options of its decorator, and what some must be. */
  readonly options: Known<DefinitionOptions>;
  /** The methods that its handlers may have in addition to `handlerMethod`. */
  readonly optionalMethods?: readonly string[];
  /** Whether a definition is declared to be a tool for clients, too. */
  asToolOf?(options: DefinitionOptions): boolean | undefined;
  /** Compiles what only this kind declares, and adds its faults to those of the compilation. */
  compileSpecifics?(declared: CompileContext): KindSpecifics;
  /** The member of a page of its list that has the entries, such as `prompts`. */
  readonly pageMember: string;
  /** A page of its list. */
  readonly pageShape: Shape<Page>;
}

/** The part of a definition that only its kind knows. */
export type KindSpecifics = object | undefined;

/** The method of a handler that answers. */
export interface HandlerMethod {
  readonly name: string;
  /** Whether the method itself is declared as the handler, and not its class. */
  readonly isDeclared: boolean;
  /** Whether its only parameter is the context. */
  readonly takesContextOnly: boolean;
}

/** The input from which a kind compiles its part of a definition. */
export interface CompileContext {
  readonly type: InjectableClass<object>;
  /** The location of its faults. */
  readonly location: FaultLocation;
  readonly options: DefinitionOptions;
  readonly plan: ArgumentPlan;
  readonly method: HandlerMethod;
  readonly compilation: Compilation;
}

/** The services of a runtime that check an answer. */
interface AnswerServices {
  readonly limits: Limits;
  readonly monitor: Pick<Monitor, 'warnOnce'>;
  readonly interpolation?: InterpolationRule | undefined;
  readonly clients: ClientProfiles;
}

/** The request that an output is the response to. */
export interface OutputRequest {
  readonly services: AnswerServices;
  /** The definition that answers; `undefined` if interceptors answer for a name that does not exist. */
  readonly definition:
    | { readonly name: string; readonly arguments: ArgumentPlan; readonly specifics: KindSpecifics }
    | undefined;
  /** The requested name or URI. */
  readonly requested: string | undefined;
  binding(name: string, origin: Origin): Binding;
}

/** The record of a decorator on a class. */
export interface Declaration {
  readonly kind: ClassKind;
  readonly options: DefinitionOptions;
  /** Another kind that the class has been declared as, too: a fault. */
  readonly otherKind?: ClassKind | undefined;
}

export const DECLARATIONS = new DecoratorRecord<Declaration>('declaration');
