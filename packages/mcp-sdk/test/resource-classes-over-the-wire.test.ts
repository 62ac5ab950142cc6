import { testResourceClassesOverTheWire } from './support/resource-classes-over-the-wire-behaviour.ts';
import { sessionVersions } from './support/versions.ts';

const ordersServer = new URL('fixtures/orders-server.mjs', import.meta.url).pathname;

// The v2 client takes the code of this revision for that of the next.
const missingCode = (client: string) => (client.startsWith('v1') ? -32002 : -32602);

testResourceClassesOverTheWire({ versions: sessionVersions, ordersServer, missingCode });
