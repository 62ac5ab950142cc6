import type { ApplicationConfig, ExternalContextCreator } from '@nestjs/core';
import { moduleRefOf, type NestModule } from './containers.js';
import { unsupportedNest } from './unsupported.js';

interface NestParts {
  readonly module: NestModule;
  readonly config: ApplicationConfig;
  readonly creator: ExternalContextCreator;
}

/** @throws {Error} if Nest lacks an internal member that this package uses */
export function checkMembers({ module, config, creator }: NestParts): void {
  const moduleRef = moduleRefOf(module);
  const [wrapper] = module.providers.values();
  const { guardsContextCreator, interceptorsConsumer, externalErrorProxy, handlerMetadataStorage } =
    creator as unknown as Readonly<Record<string, unknown>>;
  const required: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['Module', module, ['addProvider', 'addInjectable', 'hasProvider']],
    ['ModuleRef', moduleRef, ['registerRequestByContextId']],
    ['Injector', moduleRef.injector, ['loadPrototype', 'loadProvider', 'loadInjectable', 'loadPerContext']],
    ['InstanceWrapper', wrapper, ['isDependencyTreeStatic', 'getEnhancersMetadata', 'getInstanceByContextId']],
    ['ApplicationConfig', config, REQUEST_SCOPED],
    ['ExternalContextCreator', creator, ['create', 'createPipesFn', 'transformToResult', 'getContextModuleKey']],
    ['GuardsContextCreator', guardsContextCreator, ['getInstanceByMetatype', 'getGlobalMetadata', 'create']],
    ['InterceptorsConsumer', interceptorsConsumer, ['intercept']],
    ['ExternalErrorProxy', externalErrorProxy, ['createProxy']],
    ['HandlerMetadataStorage', handlerMetadataStorage, ['get', 'set']],
  ];
  for (const [owner, object, names] of required) {
    const missing = names.find((name) => typeof Object(object)[name] !== 'function');
    if (missing !== undefined) throw unsupportedNest(`its ${owner} has no ${missing}()`);
  }
}

const REQUEST_SCOPED = [
  'getGlobalRequestGuards',
  'getGlobalRequestInterceptors',
  'getGlobalRequestPipes',
  'getGlobalRequestFilters',
];
