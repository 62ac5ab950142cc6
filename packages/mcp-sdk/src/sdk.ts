import type { Sdk } from '@cuecard/transports';
import { V1Server } from './server.js';

let loading: Promise<typeof import('./loaded-sdk.js')> | undefined;

/** The v1 SDK, for the transports. */
export const sdk: Sdk = {
  async open(introduction) {
    loading ??= import('./loaded-sdk.js');
    return new V1Server((await loading).makeServer(introduction));
  },
};
