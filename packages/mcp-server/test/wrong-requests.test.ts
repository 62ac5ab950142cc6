import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testWrongRequests } from '../../mcp-sdk/test/support/wrong-requests-behaviour.ts';

testWrongRequests({ createHandler, serveHttp, serveStdio });
