import type { InjectionToken } from '@nestjs/common';
import { DEFAULT_SERVER } from '../options/tokens.js';
import { CuecardEndpoint } from './cuecard-endpoint.js';

/** The token of the endpoint of a server, for your own controllers; that of the default server is its class. */
export function endpointOf(server = DEFAULT_SERVER): InjectionToken<CuecardEndpoint> {
  return server === DEFAULT_SERVER ? CuecardEndpoint : `Cuecard endpoint "${server}"`;
}
