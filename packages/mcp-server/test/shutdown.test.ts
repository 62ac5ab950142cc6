import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testShutdown } from '../../mcp-sdk/test/support/shutdown-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

testShutdown({ serveHttp, serveStdio }, everyVersion);
