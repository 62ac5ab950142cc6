import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testSessions } from './support/sessions-behaviour.ts';

testSessions({ createHandler, serveHttp, serveStdio });
