import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testResponseMode } from './support/response-mode-behaviour.ts';

testResponseMode({ createHandler, serveHttp, serveStdio });
