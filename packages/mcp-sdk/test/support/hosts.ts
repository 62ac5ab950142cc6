import type { Runtime } from '@cuecard/core';
import type { BindOptions } from '@cuecard/mcp-sdk';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Host, Hosts } from '../../../server/test/wire/support/hosts.ts';
import { officialClients } from '../../../server/test/wire/support/users.ts';
import { boundServer, type Sdk, sdks } from './sdks.ts';

const inMemory =
  (sdk: Sdk) =>
  async (runtime: Runtime, options: BindOptions = {}): Promise<Host> => {
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    const server = boundServer(sdk, runtime, options);
    await server.connect(far);
    return {
      meet: (version, setup = {}) => officialClients[version].meet(near as Transport, setup),
      close: () => server.close(),
    };
  };

/** An application's own server of each SDK, in memory. */
export const hosts: Hosts = Object.fromEntries(sdks.map(([version, sdk]) => [`by SDK ${version}`, inMemory(sdk)]));
