import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testWrongRequests } from './support/wrong-requests-behaviour.ts';

testWrongRequests({ createHandler, serveHttp, serveStdio });
