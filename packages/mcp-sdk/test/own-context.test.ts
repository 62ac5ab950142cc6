import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testOwnContext } from './support/own-context-behaviour.ts';

testOwnContext({ createHandler, serveHttp, serveStdio });
