import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testLimits } from './support/limits-behaviour.ts';

testLimits({ createHandler, serveHttp, serveStdio });
