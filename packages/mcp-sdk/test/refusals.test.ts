import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testRefusals } from './support/refusals-behaviour.ts';

testRefusals({ serveHttp, serveStdio });
