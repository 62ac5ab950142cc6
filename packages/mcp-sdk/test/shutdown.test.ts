import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testShutdown } from './support/shutdown-behaviour.ts';
import { sessionVersions } from './support/versions.ts';

testShutdown({ serveHttp, serveStdio }, sessionVersions);
