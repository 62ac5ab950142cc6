import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testOwnContext } from '../../mcp-sdk/test/support/own-context-behaviour.ts';

testOwnContext({ createHandler, serveHttp, serveStdio });
