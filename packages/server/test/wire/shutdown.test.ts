import { serveHttp, serveStdio } from '@cuecard/server';
import { testShutdown } from './support/shutdown-behaviour.ts';
import { everyVersion } from './support/versions.ts';

testShutdown({ serveHttp, serveStdio }, everyVersion);
