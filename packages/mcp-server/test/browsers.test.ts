import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testBrowsers } from '../../mcp-sdk/test/support/browsers-behaviour.ts';

testBrowsers({ createHandler, serveHttp, serveStdio });
