import { ALL_REVISIONS, type Sdk } from '@cuecard/transports';
import { ServedServer } from './served-server.js';

let loading: Promise<typeof import('./loaded-sdk.js')> | undefined;

/** The v2 SDK, for the transports. */
export const sdk: Sdk = {
  async open(introduction) {
    const { makeServer } = await load();
    return new ServedServer(makeServer(introduction));
  },
  async openModern(introduction) {
    const { makeServer, modernTransport } = await load();
    return new ServedServer(makeServer(introduction, { supportedProtocolVersions: ALL_REVISIONS }), modernTransport);
  },
};

function load() {
  return (loading ??= import('./loaded-sdk.js'));
}
