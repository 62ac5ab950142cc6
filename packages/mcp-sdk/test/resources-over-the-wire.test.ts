import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testResourcesOverTheWire } from './support/resources-over-the-wire-behaviour.ts';
import { sessionVersions } from './support/versions.ts';

// The v2 client maps the error code of this revision to the code of the next revision.
const missingCode = (client: string) => (client.startsWith('v1') ? -32002 : -32602);

testResourcesOverTheWire({ serveHttp, serveStdio }, { versions: sessionVersions, missingCode });
