import { testResourcesOverTheWire } from './support/resources-over-the-wire-behaviour.ts';
import { shelfServer } from './support/shelf.ts';
import { sessionVersions } from './support/versions.ts';

// The v2 client takes the code of this revision for that of the next.
const missingCode = (client: string) => (client.startsWith('v1') ? -32002 : -32602);

testResourcesOverTheWire({ versions: sessionVersions, shelfServer, missingCode });
