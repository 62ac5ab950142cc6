import { testResourcesOverTheWire } from '../../mcp-sdk/test/support/resources-over-the-wire-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';
import { shelfServer } from './support/shelf.ts';

// The v2 client shows both codes alike.
const missingCode = (client: string) => (client.startsWith('v1') ? -32002 : -32602);

testResourcesOverTheWire({ versions: everyVersion, shelfServer, missingCode });
