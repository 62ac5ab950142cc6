import type { CallOptions, Client } from '../api/context.js';
import type { ArgumentPlan, Binding } from '../arguments/argument-plan.js';
import type { Origin } from '../arguments/argument-type.js';
import type { Compilation } from '../arguments/compilation.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { FaultPlace } from '../definition-error.js';
import type { KindName } from '../errors.js';
import type { Limits } from '../limits.js';
import type { Monitor } from '../logging/monitor.js';
import type { InterpolationRule } from '../messages/interpolation.js';
import { OwnRecord } from '../metadata/metadata.js';
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
  originOf?(origin: Origin, specifics: KindData): Origin;
  /**
   * Checks the request as the client sent it, before interceptors or the definition see it.
   * @param value the arguments as the client sent them
   * @throws {RequestError} if it must not be answered
   */
  admit?(specifics: KindData, value: unknown, call: CallOptions): void;
  /**
   * Extends a common list entry with the members of this kind.
   * @param samples sample arguments as JSON, for schemas
   */
  entryOf(common: ListEntry, plan: ArgumentPlan, specifics: KindData, samples: readonly object[]): ListEntry;
  /** The subject of logs and errors about a definition of the kind. */
  subjectOf(name: string): string;
  /**
   * The arguments of a request that does not name a definition by its name.
   * @default its `arguments`
   */
  argumentsOf?(asked: string | undefined, specifics: KindData): object | undefined;
  /**
   * The URI that a reader's method takes as its first parameter.
   * @default the arguments
   */
  readerUriOf?(asked: string | undefined, specifics: KindData): unknown;
  /** Creates the checks of answers, with the limits of one runtime. */
  answers(services: AnswerServices): Answers<Result>;
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
  specificsOf?(declared: CompileContext): KindData;
  /** Builds a page of its list. */
  listResultOf(entries: readonly ListEntry[], rest: ListPage): Page;
  /**
   * Checks a page that interceptors have returned.
   * @throws {OutputFault} if it must not be sent
   */
  recheckPage(answer: unknown): Page;
}

/** The part of a definition that only its kind knows. */
export type KindData = object | undefined;

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
  readonly place: FaultPlace;
  readonly options: DefinitionOptions;
  readonly plan: ArgumentPlan;
  readonly method: HandlerMethod;
  readonly compilation: Compilation;
}

export interface AnswerServices {
  readonly limits: Limits;
  readonly monitor: Pick<Monitor, 'warnOnce'>;
  readonly interpolation: InterpolationRule | undefined;
  readonly clients: ClientProfiles;
}

/** The call that an output is the response to. */
export interface OutputContext extends CalledDefinition {
  readonly args: object;
  /** The requested name or URI. */
  readonly asked: string | undefined;
}

/** The definition that answers, and the request. */
export interface CalledDefinition {
  readonly name: string;
  readonly plan: ArgumentPlan;
  readonly specifics: KindData;
  readonly request: { binding(name: string, origin: Origin): Binding };
}

/** Turns the output of handlers and interceptors into results. */
export interface Answers<Result extends object = object> {
  /** @throws {OutputFault} if the output must not be sent */
  check(output: unknown, answered: OutputContext): Awaitable<Result>;
  /**
   * Checks a result that interceptors may have changed.
   * @param by the definition that answers; `undefined` if interceptors answer for a name that does not exist
   * @throws {OutputFault} if it must not be sent
   */
  recheck(answer: unknown, by: CalledDefinition | undefined): Awaitable<Result>;
  /** Removes what the client's revision does not know. */
  forClient(result: Result, client: Client | undefined): Result;
}

/** The record of a decorator on a class. */
export interface Declaration {
  readonly kind: ClassKind;
  readonly options: DefinitionOptions;
  /** Another kind that the class has been declared as, too: a fault. */
  readonly other?: ClassKind | undefined;
}

export const DECLARATIONS = new OwnRecord<Declaration>('declaration');
