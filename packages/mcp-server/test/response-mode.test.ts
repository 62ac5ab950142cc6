import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testResponseMode } from '../../mcp-sdk/test/support/response-mode-behaviour.ts';

testResponseMode({ createHandler, serveHttp, serveStdio });
