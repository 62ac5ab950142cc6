import { serveHttp, serveStdio } from '@cuecard/server';
import { testRefusals } from './support/refusals-behaviour.ts';

testRefusals({ serveHttp, serveStdio });
