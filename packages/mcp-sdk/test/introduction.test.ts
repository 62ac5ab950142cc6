import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testIntroduction } from './support/introduction-behaviour.ts';

testIntroduction({ createHandler, serveHttp, serveStdio });
