import { ALL_REVISIONS, type Sdk } from '@cuecard/transports';
import { V2Server } from './server.js';

let loading: Promise<typeof import('./loaded-sdk.js')> | undefined;

/** The v2 SDK, as the transports use it. */
export const sdk: Sdk = {
  async open(introduction) {
    const { makeServer } = await load();
    return new V2Server(makeServer(introduction));
  },
  async openModern(introduction) {
    const { makeServer, modernTransport } = await load();
    return new V2Server(makeServer(introduction, { supportedProtocolVersions: ALL_REVISIONS }), modernTransport);
  },
};

function load() {
  return (loading ??= import('./loaded-sdk.js'));
}
