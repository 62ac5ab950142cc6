import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testBatches } from '../../mcp-sdk/test/support/batches-behaviour.ts';

testBatches({ serveHttp, serveStdio });
