import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testShutdown } from '../../mcp-sdk/test/support/shutdown-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

const slowServer = new URL('fixtures/slow-server.mjs', import.meta.url).pathname;
testShutdown({ serveHttp, serveStdio }, everyVersion, slowServer);
