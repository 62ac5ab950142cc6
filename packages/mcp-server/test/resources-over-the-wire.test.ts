import { testResourcesOverTheWire } from '../../mcp-sdk/test/support/resources-over-the-wire-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';
import { shelfServer } from './support/shelf.ts';

// The SDK says so in the words of 2026-07-28, whichever revision is spoken; the lane as the revision does.
// The v2 client shows both alike.
const missingCode = (client: string) => (client === 'v1 client over HTTP' ? -32002 : -32602);

testResourcesOverTheWire({ versions: everyVersion, shelfServer, missingCode });
