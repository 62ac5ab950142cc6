import type { Client, RequestContext } from '../api/context.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { KindName, RequestError } from '../errors.js';
import type { Limits } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import type { InterpolationRule } from '../messages/interpolation.js';
import { OwnRecord } from '../metadata/own-record.js';
import type { Withhold } from '../output/degradation.js';
import type { ListEntry, ListPage } from '../protocol.js';
import type { DefinitionFault } from '../definition-error.js';
import type { Known } from '../text/unknown-keys.js';
import type { Awaitable, InjectableClass } from '../types.js';
import type { DefinitionOptions } from './definition-options.js';

/** All that the engine has to know about one kind of definition. */
export interface Kind<Result extends object = object> {
  readonly name: KindName;
  /** The specification's methods that list the definitions of the kind, and call one. */
  readonly methods: { readonly list: string; readonly call: string };
  /** The method of its handlers. */
  readonly handlerMethod: string;
  /** Extends a common list entry with the members of this kind. */
  entryOf(common: ListEntry, plan: ArgumentPlan, own: object | undefined): ListEntry;
  /** How logs and errors name one of its definitions. */
  subjectOf(name: string): string;
  /** The error in the form that the client's revision uses. */
  errorFor?(error: RequestError, client: Client | undefined): RequestError;
  /**
   * The arguments of a request that names a definition in a way of its own.
   * @default its `arguments`
   */
  readonly argumentsOf?: (asked: string, own: object | undefined) => object | undefined;
  /** Calls a handler. */
  call(handler: object, args: object, call: HandlerCall): Awaitable<unknown>;
  /** Creates the checks of answers, with the limits of one runtime. */
  answers(services: AnswerServices): Answers<Result>;
}

/** A kind whose definitions are decorated classes. Clients list and call them by name. */
export interface ClassKind<Result extends object = object, Page extends ListPage = ListPage> extends Kind<Result> {
  /** The name of its decorator, which is also a suffix of class names: `CodeReviewPrompt`. */
  readonly decorator: string;
  /**
   * The options of its decorator, and what they must be.
   * @default those of every kind
   */
  readonly options?: Known<DefinitionOptions>;
  /** Compiles what only definitions of this kind have, and adds its faults. */
  readonly compileOwn?: (declared: Declared, faults: DefinitionFault[]) => object | undefined;
  /** Builds a page of its list. */
  pageOf(entries: readonly ListEntry[], rest: ListPage): Page;
  /**
   * Checks a page that interceptors have returned.
   * @throws {OutputFault} if it must not be sent
   */
  recheckPage(answer: unknown): Page;
}

/** What a kind compiles its own part of a definition from. */
export interface Declared {
  readonly type: InjectableClass<object>;
  readonly options: DefinitionOptions;
  readonly plan: ArgumentPlan;
}

/** The request that a handler is called for. */
interface HandlerCall {
  /** The requested name or URI; `undefined` for a call in process. */
  readonly asked: string | undefined;
  /** What only definitions of its kind have. */
  readonly own: object | undefined;
  readonly context: RequestContext;
}

interface AnswerServices {
  readonly limits: Limits;
  readonly logger: Logger;
  readonly interpolation: InterpolationRule | undefined;
  readonly withhold: Withhold | undefined;
}

/** The call that an output answers. */
export interface Answered {
  readonly name: string;
  readonly plan: ArgumentPlan;
  readonly args: object;
  /** The requested name or URI. */
  readonly asked: string | undefined;
  readonly own: object | undefined;
}

/** Turns the output of handlers and interceptors into results. */
export interface Answers<Result extends object = object> {
  /** @throws {OutputFault} if the output must not be sent */
  check(output: unknown, answered: Answered): Result;
  /**
   * Checks a result that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  recheck(answer: unknown): Result;
  /** Removes what the client's revision does not know. */
  fit(result: Result, client: Client | undefined): Result;
}

/** What a decorator has written on a class. */
export interface Declaration {
  readonly kind: ClassKind;
  readonly options: DefinitionOptions;
}

export const DECLARATIONS = new OwnRecord<Declaration>('declaration');
