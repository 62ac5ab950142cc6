import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testBrowsers } from './support/browsers-behaviour.ts';

testBrowsers({ createHandler, serveHttp, serveStdio });
