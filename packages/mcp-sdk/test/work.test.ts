import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testWork } from './support/work-behaviour.ts';

testWork({ createHandler, serveHttp, serveStdio });
