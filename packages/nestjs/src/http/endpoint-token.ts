import type { InjectionToken } from '@nestjs/common';
import { DEFAULT_SERVER } from '../options/tokens.js';
import { CuecardEndpoint } from './cuecard-endpoint.js';

/** The token of the endpoint of a server, for controllers of one's own; that of the default one is its class. */
export function endpointOf(server = DEFAULT_SERVER): InjectionToken<CuecardEndpoint> {
  return server === DEFAULT_SERVER ? CuecardEndpoint : `Cuecard endpoint "${server}"`;
}
