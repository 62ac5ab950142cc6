import { RequestContext, type RegistryEntry } from '@cuecard/core';
import { type DynamicModule, type Provider, Scope } from '@nestjs/common';
import { ApplicationConfig, ExternalContextCreator, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { controllerFor } from '../http/cuecard-controller.js';
import { CuecardEndpoint, endpointOf } from '../http/cuecard-endpoint.js';
import { CuecardHealthIndicator } from './cuecard-health-indicator.js';
import { CuecardServer } from '../server/cuecard-server.js';
import { checkEntries, checkOptions, checkPlace } from '../options/option-check.js';
import {
  type CuecardAsyncOptions,
  type CuecardOptions,
  type CuecardPlace,
  DEFAULT_SERVER,
  ENTRIES,
  optionsOf,
  PLACE,
  runtimeOf,
  serverOf,
} from '../options/options.js';

/** Serves the prompts, tools and resources that the modules of an application provide. */
// oxlint-disable-next-line no-extraneous-class -- as modules of Nest are
export class CuecardModule {
  /**
   * Makes a server.
   * @throws {TypeError} if options are missing or wrong
   */
  static forRoot(options: CuecardOptions & CuecardPlace): DynamicModule {
    checkPlace('forRoot', options);
    checkOptions(options, options, false);
    const { server = DEFAULT_SERVER } = options;
    return serving(options, { provide: optionsOf(server), useValue: options });
  }

  /** Makes a server whose options come from other providers. Where it is must be known at once. */
  static forRootAsync(options: CuecardAsyncOptions): DynamicModule {
    checkPlace('forRootAsync', options);
    const { server = DEFAULT_SERVER, imports = [], inject = [] } = options;
    const useFactory = async (...dependencies: unknown[]) => {
      const made = await options.useFactory(...dependencies);
      checkOptions(options, made, true);
      return made;
    };
    return { ...serving(options, { provide: optionsOf(server), inject, useFactory }), imports };
  }

  /**
   * Gives the importing module prompts, tools, resources and packs. Their classes become providers of that module: they
   * get its services, so that two modules can mount one pack with different ones.
   * @throws {TypeError} if it is given no array, or an entry is undefined
   */
  static forFeature(entries: readonly RegistryEntry[]): DynamicModule {
    checkEntries(entries);
    const refreshed = {
      provide: REFRESHED,
      inject: [ModulesContainer],
      useFactory: async (modules: ModulesContainer) => {
        await Promise.all(serversIn(modules).map((server) => server.refresh()));
        return true;
      },
    };
    return { module: CuecardFeature, providers: [{ provide: ENTRIES, useValue: [...entries] }, refreshed] };
  }
}

/** What a module imports by `forFeature`. */
class CuecardFeature {}

/** The token of what is done again for each feature: a lazy module has no hook for it. */
const REFRESHED = Symbol('whether a Cuecard feature is served');

/** The token of what is awaited while the application starts. */
const LOADED = Symbol('whether what a Cuecard server needs is loaded');

function serving(given: CuecardPlace, options: Provider): DynamicModule {
  const { server = DEFAULT_SERVER, include, path = 'mcp', route } = given;
  const place: CuecardPlace = { server, ...(include && { include }), path, ...(route && { route }) };
  const token = serverOf(server);
  const isDefault = server === DEFAULT_SERVER;
  const providers: Provider[] = [
    options,
    { provide: PLACE, useValue: place },
    {
      provide: token,
      inject: [ModulesContainer, ApplicationConfig, ExternalContextCreator, optionsOf(server)],
      useFactory: (
        modules: ModulesContainer,
        config: ApplicationConfig,
        creator: ExternalContextCreator,
        chosen: CuecardOptions,
      ) => new CuecardServer({ modules, config, creator }, place, chosen),
    },
    { provide: LOADED, inject: [token], useFactory: (made: CuecardServer) => made.load().then(() => true) },
    { provide: runtimeOf(server), inject: [token], useFactory: ({ runtime }: CuecardServer) => runtime },
    {
      provide: endpointOf(server),
      inject: [token, HttpAdapterHost],
      useFactory: (made: CuecardServer, adapters: HttpAdapterHost) => new CuecardEndpoint(made, adapters),
    },
    { provide: RequestContext, scope: Scope.REQUEST, useFactory: noContext },
    ...(isDefault ? [health(token)] : []),
  ];
  return {
    module: CuecardModule,
    global: true,
    providers,
    controllers: path === false ? [] : [controllerFor(server, path, route)],
    exports: [runtimeOf(server), endpointOf(server), RequestContext, ...(isDefault ? [CuecardHealthIndicator] : [])],
  };
}

function health(token: string): Provider {
  return {
    provide: CuecardHealthIndicator,
    inject: [token, CuecardEndpoint],
    useFactory: ({ runtime }: CuecardServer, endpoint: CuecardEndpoint) =>
      new CuecardHealthIndicator(runtime, endpoint),
  };
}

function noContext(): never {
  throw new TypeError('There is no RequestContext outside a call of a prompt, tool or resource');
}

/** The servers of an application that have been made already. */
function serversIn(modules: ModulesContainer): CuecardServer[] {
  return [...modules.values()].flatMap(({ providers }) => {
    const place = providers.get(PLACE)?.instance as CuecardPlace | undefined;
    const made: unknown = place && providers.get(serverOf(place.server))?.instance;
    return made instanceof CuecardServer ? [made] : [];
  });
}
