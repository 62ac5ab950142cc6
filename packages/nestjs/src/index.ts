// The public API, by hand.
export { CuecardException } from './execution/exceptions.js';
export { CuecardExecutionContext } from './execution/execution-context.js';
export { CuecardController } from './http/cuecard-controller.js';
export { CuecardEndpoint } from './http/cuecard-endpoint.js';
export { type CuecardHealth, CuecardHealthIndicator } from './module/cuecard-health-indicator.js';
export { CuecardModule } from './module/cuecard.module.js';
export type {
  CuecardAdapter,
  CuecardAsyncOptions,
  CuecardHttpOptions,
  CuecardOptions,
  CuecardPlace,
  CuecardRequest,
  CuecardUser,
} from './module/options.js';
export { endpointOf, runtimeOf } from './module/tokens.js';
export { type NestStdioOptions, serveStdio } from './stdio/serve-stdio.js';
export { StderrLogger } from './stdio/stderr-logger.js';
