// The public API, by hand.
export { CuecardException } from './call/exceptions.js';
export { CuecardExecutionContext } from './call/execution-context.js';
export { withRequest } from './call/nest-call.js';
export { CuecardController } from './http/cuecard-controller.js';
export { CuecardEndpoint } from './http/cuecard-endpoint.js';
export { type CuecardHealth, CuecardHealthIndicator } from './module/cuecard-health-indicator.js';
export { CuecardModule } from './module/cuecard.module.js';
export type {
  CuecardAsyncOptions,
  CuecardHttpOptions,
  CuecardListing,
  CuecardOptions,
  CuecardPlace,
  CuecardRequest,
  CuecardUser,
} from './options/options.js';
export { endpointOf } from './http/endpoint-token.js';
export { runtimeOf } from './options/tokens.js';
export { type NestStdioOptions, serveStdio } from './stdio/serve-stdio.js';
export { StderrLogger } from './stdio/stderr-logger.js';
