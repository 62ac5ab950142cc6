import { testResourceClassesOverTheWire } from '../../mcp-sdk/test/support/resource-classes-over-the-wire-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

const ordersServer = new URL('fixtures/orders-server.mjs', import.meta.url).pathname;

// The v2 client shows both codes alike.
const missingCode = (client: string) => (client.startsWith('v1') ? -32002 : -32602);

testResourceClassesOverTheWire({ versions: everyVersion, ordersServer, missingCode });
