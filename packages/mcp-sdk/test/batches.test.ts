import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testBatches } from './support/batches-behaviour.ts';

testBatches({ serveHttp, serveStdio });
