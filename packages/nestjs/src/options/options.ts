import { type RuntimeOptions, Runtime } from '@cuecard/core';
import type { BearerOptions, HandlerOptions, Identity, ServerIdentity } from '@cuecard/server';
import type {
  CanActivate,
  ControllerOptions,
  FactoryProvider,
  ModuleMetadata,
  Type,
  InjectionToken,
} from '@nestjs/common';

/** How lists are made of what guards let the caller use. */
export interface CuecardListing {
  /**
   * The application-wide guards that decide for each class what a list has, such as those that read roles from metadata.
   * Each runs once per class and list. The other application-wide guards run once per list.
   */
  readonly guards: readonly Type<CanActivate>[];
}

/**
 * The user that guards leave on requests. Declare its members once: `declare module '@cuecard/nestjs' { interface
 * CuecardUser { readonly sub: string } }`
 */
export interface CuecardUser {}

/** A request as guards leave it, of Express or Fastify. */
export interface CuecardRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly user?: CuecardUser;
}

/** How the endpoint treats requests: hosts, bodies, sessions and limits. */
export type CuecardHttpOptions = Omit<HandlerOptions, keyof ServerIdentity | 'authenticate' | 'bearer'>;

export interface CuecardOptions extends ServerIdentity, Omit<RuntimeOptions, 'prompts' | 'tools' | 'resolver'> {
  /**
   * Says on whose behalf a request is made, after guards have let it in: often from the `user` that they left on it. A
   * request without an identity is refused with 401.
   * @default callers are anonymous, and have no scopes
   */
  identity?(request: CuecardRequest): Identity | undefined | Promise<Identity | undefined>;
  /**
   * Takes requests only with a bearer token that is verified, and shows clients where they get one. The metadata is at
   * its place below `/.well-known`, whatever prefix the application has.
   */
  readonly bearer?: BearerOptions;
  readonly http?: CuecardHttpOptions;
  /** @default lists have every class that the class's own guards admit, whatever application-wide guards would refuse */
  readonly listing?: CuecardListing;
}

/** Where a server is, and what it serves. */
export interface CuecardPlace {
  /**
   * The name of the server, where an application has several.
   * @default 'default'
   */
  readonly server?: string;
  /**
   * The modules whose prompts, tools and resources it serves.
   * @default all that no other server includes
   */
  readonly include?: readonly Type[];
  /**
   * The path of its controller, below the global prefix; `false` for none, such as where you write it yourself.
   * @default 'mcp'
   */
  readonly path?: string | false;
  /**
   * The versions and hosts of its controller, as Nest matches them.
   * @default every version, and every host
   */
  readonly route?: Pick<ControllerOptions, 'version' | 'host'>;
}

export interface CuecardAsyncOptions extends CuecardPlace, Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  // oxlint-disable-next-line no-explicit-any -- as Nest types what it injects into factories
  readonly useFactory: (...dependencies: any[]) => CuecardOptions | Promise<CuecardOptions>;
}

/** Something to be closed before what handlers need is. */
export interface Closing {
  close(): Promise<void>;
}

/** What an endpoint serves. */
export interface ServedApplication {
  readonly runtime: Runtime;
  readonly options: CuecardOptions;
  /** How it introduces itself to clients. */
  readonly introduction: ServerIdentity;
  /** Has something closed before the application's providers are destroyed. */
  closeFirst(closing: Closing): void;
}

/** The server that `forRoot` makes where it is given no name. */
export const DEFAULT_SERVER = 'default';

/** The token of the runtime of a server; that of the default one is also `Runtime` itself. */
export function runtimeOf(server = DEFAULT_SERVER): InjectionToken<Runtime> {
  return server === DEFAULT_SERVER ? Runtime : `Cuecard runtime "${server}"`;
}

/** The token of what stands behind a runtime and its endpoint. */
export function serverOf(server = DEFAULT_SERVER): string {
  return `Cuecard server "${server}"`;
}

/** The token of the options of a server. */
export function optionsOf(server: string): string {
  return `Cuecard options "${server}"`;
}

/** The token under which each `forRoot` says which server it makes, and of what. */
export const PLACE = Symbol('the place of a Cuecard server');

/** The token under which each `forFeature` keeps its entries. */
export const ENTRIES = Symbol('the entries of a Cuecard feature');
