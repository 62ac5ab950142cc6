// The public API, listed by hand.
export { CuecardException } from './call/exceptions.js';
export { CuecardExecutionContext } from './call/execution-context.js';
export { withRequest } from './call/nest-call.js';
export { CuecardController } from './http/cuecard-controller.js';
export { CuecardEndpoint, getEndpointToken } from './http/cuecard-endpoint.js';
export { type CuecardHealth, CuecardHealthIndicator, healthOf } from './module/cuecard-health-indicator.js';
export { CuecardModule } from './module/cuecard.module.js';
export type {
  CuecardModuleAsyncOptions,
  CuecardHttpOptions,
  CuecardListing,
  CuecardModuleOptions,
  CuecardOptionsFactory,
  CuecardEndpointOptions,
  CuecardRequest,
  CuecardUser,
} from './options/options.js';
export { getRuntimeToken } from './options/options.js';
export { type CuecardStdioOptions, serveStdio, StderrLogger } from './stdio/serve-stdio.js';
