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

/** Options for hiding classes from lists if guards reject the caller. */
export interface CuecardListing {
  /**
   * The application-wide guards that run for each class in a list, such as guards that read roles from metadata. All
   * other application-wide guards run once per list.
   */
  readonly guards?: readonly Type<CanActivate>[];
  /**
   * The guards of classes and methods that decide by the request alone, such as a guard that checks a token. Each of
   * these guards runs once per list, even if many classes and methods have it.
   */
  readonly once?: readonly Type<CanActivate>[];
}

/**
 * The user that guards store on requests. Declare its properties once: `declare module '@cuecard/nestjs' { interface
 * CuecardUser { readonly sub: string } }`
 */
export interface CuecardUser {}

/** A request of Express or Fastify, after guards have accepted it. */
export interface CuecardRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly user?: CuecardUser;
}

/** The HTTP options of the endpoint, such as hosts, bodies, sessions and limits. */
export type CuecardHttpOptions = Omit<HandlerOptions, keyof ServerIdentity | 'authenticate' | 'bearer'>;

export interface CuecardModuleOptions extends ServerIdentity, Omit<RuntimeOptions, 'prompts' | 'tools' | 'resolver'> {
  /**
   * Returns the caller of a request that guards have accepted, often from the `user` that they stored on it. A request
   * without an identity is rejected with 401.
   * @default callers are anonymous, and have no scopes
   */
  identity?(request: CuecardRequest): Identity | undefined | Promise<Identity | undefined>;
  /**
   * Accepts only requests with a valid bearer token, and serves the metadata that says how clients get a token. Its
   * path starts with `/.well-known`, regardless of the application's prefix.
   */
  readonly bearer?: BearerOptions;
  readonly http?: CuecardHttpOptions;
  /**
   * @default lists contain every class whose own guards accept the caller, even if an application-wide guard would not
   */
  readonly listing?: CuecardListing;
}

/** The name and the path of a server, and the modules that it serves. */
export interface CuecardEndpointOptions {
  /**
   * The name of the server. Only one server of an application may omit it.
   * @default 'default'
   */
  readonly server?: string;
  /**
   * The modules whose prompts, tools and resources the server serves.
   * @default all modules that no other server includes
   */
  readonly include?: readonly Type[];
  /**
   * The path of the server's controller, after the global prefix. `false` creates no controller, for example if you
   * write your own.
   * @default 'mcp'
   */
  readonly path?: string | false;
  /**
   * The versions and hosts of the server's controller.
   * @default every version and every host
   */
  readonly route?: Pick<ControllerOptions, 'version' | 'host'>;
}

/** A class that creates the options of a server. */
export interface CuecardOptionsFactory {
  createCuecardOptions(): CuecardModuleOptions | Promise<CuecardModuleOptions>;
}

/** The name and the path of a server, and one way to create its options from other providers. */
export interface CuecardModuleAsyncOptions extends CuecardEndpointOptions, Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  // oxlint-disable-next-line no-explicit-any -- as Nest types what it injects into factories
  readonly useFactory?: (...dependencies: any[]) => CuecardModuleOptions | Promise<CuecardModuleOptions>;
  /** The class that creates the options. It becomes a provider of the server's module. */
  readonly useClass?: Type<CuecardOptionsFactory>;
  /** The token of a provider that creates the options, from one of `imports`. */
  readonly useExisting?: InjectionToken<CuecardOptionsFactory>;
}

/** An object to close before the services that handlers use are destroyed. */
export interface Closable {
  close(): Promise<void>;
}

/** The runtime and the options of a server, for its endpoint. */
export interface ServedApplication {
  readonly runtime: Runtime;
  readonly options: CuecardModuleOptions;
  /** The name, version and other properties in `serverInfo`, and the instructions. */
  readonly introduction: ServerIdentity;
  /** Registers an object to close before the application's providers are destroyed. */
  closeFirst(closable: Closable): void;
}

/** The name of a server if `forRoot` gets no name. */
export const DEFAULT_SERVER = 'default';

/** Returns the token of a server's runtime. The default server's token is `Runtime`. */
export function getRuntimeToken(server = DEFAULT_SERVER): InjectionToken<Runtime> {
  return server === DEFAULT_SERVER ? Runtime : `Cuecard runtime "${server}"`;
}

/** Returns the token of a `CuecardServer`. */
export function serverOf(server = DEFAULT_SERVER): string {
  return `Cuecard server "${server}"`;
}

/** Returns the token of a server's options. */
export function optionsOf(server: string): string {
  return `Cuecard options "${server}"`;
}

/** The injection token of a server's `CuecardEndpointOptions`. */
export const PLACE = Symbol('the place of a Cuecard server');

/** The injection token of the entries passed to `forFeature`. */
export const ENTRIES = Symbol('the entries of a Cuecard feature');
