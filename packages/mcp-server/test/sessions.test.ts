import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testSessions } from '../../mcp-sdk/test/support/sessions-behaviour.ts';

testSessions({ createHandler, serveHttp, serveStdio });
