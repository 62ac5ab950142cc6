import type { Client, RequestContext } from '../api/context.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { KindName, RequestError } from '../errors.js';
import type { Limits } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import type { InterpolationRule } from '../messages/interpolation.js';
import { OwnRecord } from '../metadata/own-record.js';
import type { Withhold } from '../output/degradation.js';
import type { ListEntry, ListPage } from '../protocol.js';
import type { Awaitable } from '../types.js';
import type { DefinitionOptions } from './definition-options.js';

/** What a server can offer: all that the engine has to know of one kind of definition. */
export interface Kind<Result extends object = object> {
  readonly name: KindName;
  /** The methods of the specification that list its definitions, and call one. */
  readonly methods: { readonly list: string; readonly call: string };
  /** The method of its handlers. */
  readonly handlerMethod: string;
  /** How logs and errors name one of its definitions. */
  subjectOf(name: string): string;
  /** The error of another revision for one of this kind. */
  errorFor?(error: RequestError, client: Client | undefined): RequestError;
  /** Calls a handler. */
  call(handler: object, args: object, call: HandlerCall): Awaitable<unknown>;
  /** How answers are checked, with the limits of one runtime. */
  answers(services: AnswerServices): Answers<Result>;
}

/** A kind whose definitions are decorated classes, which clients list and call by their names. */
export interface ClassKind<Result extends object = object, Page extends ListPage = ListPage> extends Kind<Result> {
  /** The name of its decorator, which is also an ending of class names: `CodeReviewPrompt`. */
  readonly decorator: string;
  /** Adds to what all entries have what those of this kind have. */
  entryOf(common: ListEntry, plan: ArgumentPlan): ListEntry;
  /** A page of its list. */
  pageOf(entries: readonly ListEntry[], rest: ListPage): Page;
  /**
   * Checks a page that interceptors have made.
   * @throws {OutputFault} if it must not leave
   */
  recheckPage(answer: unknown): Page;
}

/** What a handler is called for. */
interface HandlerCall {
  /** The name, or URI, that was asked for; nothing for a call in process. */
  readonly asked: string | undefined;
  readonly context: RequestContext;
}

interface AnswerServices {
  readonly limits: Limits;
  readonly logger: Logger;
  readonly interpolation: InterpolationRule | undefined;
  readonly withhold: Withhold | undefined;
}

/** What a handler's output answers. */
interface Answered {
  readonly name: string;
  readonly plan: ArgumentPlan;
  readonly args: object;
}

/** Turns what handlers and interceptors return into what leaves. */
export interface Answers<Result extends object = object> {
  /** @throws {OutputFault} if the output must not leave */
  check(output: unknown, answered: Answered): Result;
  /**
   * Checks what interceptors made of a result.
   * @throws {OutputFault} if it must not leave
   */
  recheck(answer: unknown): Result;
  /** Leaves out what the client's revision does not know. */
  fit(result: Result, client: Client | undefined): Result;
}

/** What a decorator has written on a class. */
export interface Declaration {
  readonly kind: ClassKind;
  readonly options: DefinitionOptions;
}

export const DECLARATIONS = new OwnRecord<Declaration>('declaration');
