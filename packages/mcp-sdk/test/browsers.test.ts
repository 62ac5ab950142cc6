import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testBrowsers } from './support/browsers-behaviour.ts';

testBrowsers({ createHandler, serveHttp, serveStdio });
