import { serveHttp, serveStdio } from '@cuecard/server';
import { testBatches } from './support/batches-behaviour.ts';

testBatches({ serveHttp, serveStdio });
