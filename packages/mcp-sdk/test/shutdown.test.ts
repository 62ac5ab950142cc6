import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testShutdown } from './support/shutdown-behaviour.ts';
import { sessionVersions } from './support/versions.ts';

const slowServer = new URL('fixtures/slow-server.mjs', import.meta.url).pathname;
testShutdown({ serveHttp, serveStdio }, sessionVersions, slowServer);
