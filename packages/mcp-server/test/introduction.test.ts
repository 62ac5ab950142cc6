import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testIntroduction } from '../../mcp-sdk/test/support/introduction-behaviour.ts';

testIntroduction({ createHandler, serveHttp, serveStdio });
