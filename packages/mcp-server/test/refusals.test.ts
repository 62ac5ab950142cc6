import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testRefusals } from '../../mcp-sdk/test/support/refusals-behaviour.ts';

testRefusals({ serveHttp, serveStdio });
