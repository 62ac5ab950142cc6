import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testResourcesOverTheWire } from '../../mcp-sdk/test/support/resources-over-the-wire-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

// The v2 client reports the same code for both error codes.
const missingCode = (client: string) => (client.startsWith('v1') ? -32002 : -32602);

testResourcesOverTheWire({ serveHttp, serveStdio }, { versions: everyVersion, missingCode });
