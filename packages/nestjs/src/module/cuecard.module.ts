import { RequestContext, type RegistryEntry } from '@cuecard/core';
import { type DynamicModule, type FactoryProvider, type InjectionToken, type Provider, Scope } from '@nestjs/common';
import { ApplicationConfig, ExternalContextCreator, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { controllerFor } from '../http/cuecard-controller.js';
import { CuecardEndpoint, getEndpointToken } from '../http/cuecard-endpoint.js';
import { CuecardHealthIndicator, healthOf } from './cuecard-health-indicator.js';
import { placeholdersFor } from '../discovery/overrides.js';
import { CuecardServer } from '../server/cuecard-server.js';
import { checkEntries, checkOptions, checkPlace } from '../options/option-check.js';
import {
  type CuecardModuleAsyncOptions,
  type CuecardOptionsFactory,
  type CuecardModuleOptions,
  type CuecardEndpointOptions,
  DEFAULT_SERVER,
  ENTRIES,
  optionsOf,
  PLACE,
  getRuntimeToken,
  serverOf,
} from '../options/options.js';

/** Serves the prompts, tools and resources that the modules of an application provide. */
// oxlint-disable-next-line no-extraneous-class -- Nest modules are classes
export class CuecardModule {
  /**
   * Creates a server.
   * @throws {TypeError} if options are missing or wrong
   */
  static forRoot(options: CuecardModuleOptions & CuecardEndpointOptions): DynamicModule {
    checkPlace('forRoot', options);
    checkOptions(options, options, false);
    const { server = DEFAULT_SERVER } = options;
    return serverModule(options, { provide: optionsOf(server), useValue: options });
  }

  /**
   * Creates a server whose options depend on other providers. Nest needs the `CuecardEndpointOptions` before these providers
   * exist.
   */
  static forRootAsync(options: CuecardModuleAsyncOptions): DynamicModule {
    checkPlace('forRootAsync', options);
    const { server = DEFAULT_SERVER, imports = [], useClass } = options;
    const { inject, useFactory: create } = factoryIn(options);
    const useFactory = async (...dependencies: unknown[]) => {
      const resolved = await create(...dependencies);
      checkOptions(options, resolved, true);
      return resolved;
    };
    const module = serverModule(options, { provide: optionsOf(server), inject, useFactory });
    return { ...module, imports, providers: [...(module.providers ?? []), ...(useClass ? [useClass] : [])] };
  }

  /**
   * Adds prompts, tools, resources and packs to the importing module. Their classes become providers of that module and
   * are injected with its services, so two modules can mount the same pack with different services.
   * @throws {TypeError} if `entries` is not an array, or an entry is undefined
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
    const listed = { provide: ENTRIES, useValue: [...entries] };
    return { module: CuecardFeature, providers: [listed, refreshed, ...placeholdersFor(entries)] };
  }
}

/**
 * Returns the factory of a server's options. For `useClass` and `useExisting`, the factory calls a provider's method.
 */
function factoryIn({
  inject,
  useFactory,
  useClass,
  useExisting,
}: CuecardModuleAsyncOptions): Required<Pick<FactoryProvider<CuecardModuleOptions>, 'inject' | 'useFactory'>> {
  if (useFactory !== undefined) return { inject: inject ?? [], useFactory };
  const token = (useExisting ?? useClass) as InjectionToken;
  return { inject: [token], useFactory: (factory: CuecardOptionsFactory) => factory.createCuecardOptions() };
}

/** The module that `forFeature` returns. */
class CuecardFeature {}

/**
 * The token of a provider that refreshes the servers whenever a feature is loaded, because Nest has no hook for lazy
 * modules.
 */
const REFRESHED = Symbol('whether a Cuecard feature is served');

/** The token of a provider that makes the application wait until a server has loaded. */
const LOADED = Symbol('whether what a Cuecard server needs is loaded');

function serverModule(serverPlace: CuecardEndpointOptions, options: Provider): DynamicModule {
  const { server = DEFAULT_SERVER, include, path = 'mcp', route } = serverPlace;
  const place: CuecardEndpointOptions = { server, ...(include && { include }), path, ...(route && { route }) };
  const token = serverOf(server);
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
        chosen: CuecardModuleOptions,
      ) => new CuecardServer({ modules, config, creator }, place, chosen),
    },
    { provide: LOADED, inject: [token], useFactory: (cuecard: CuecardServer) => cuecard.load().then(() => true) },
    { provide: getRuntimeToken(server), inject: [token], useFactory: ({ runtime }: CuecardServer) => runtime },
    {
      provide: getEndpointToken(server),
      inject: [token, HttpAdapterHost],
      useFactory: (cuecard: CuecardServer, adapters: HttpAdapterHost) => new CuecardEndpoint(cuecard, adapters),
    },
    { provide: RequestContext, scope: Scope.REQUEST, useFactory: missingContext },
    {
      provide: healthOf(server),
      inject: [token, getEndpointToken(server)],
      useFactory: ({ runtime }: CuecardServer, endpoint: CuecardEndpoint) =>
        new CuecardHealthIndicator(runtime, endpoint),
    },
  ];
  return {
    module: CuecardModule,
    global: true,
    providers,
    controllers: path === false ? [] : [controllerFor(server, path, route)],
    exports: [getRuntimeToken(server), getEndpointToken(server), healthOf(server), RequestContext],
  };
}

function missingContext(): never {
  throw new TypeError('RequestContext is available only during a call of a prompt, tool or resource');
}

/** Returns the servers of the application that already exist. */
function serversIn(modules: ModulesContainer): CuecardServer[] {
  return [...modules.values()].flatMap(({ providers }) => {
    const place = providers.get(PLACE)?.instance as CuecardEndpointOptions | undefined;
    const server: unknown = place && providers.get(serverOf(place.server))?.instance;
    return server instanceof CuecardServer ? [server] : [];
  });
}
