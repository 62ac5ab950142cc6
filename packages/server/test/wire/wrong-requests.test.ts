import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testWrongRequests } from './support/wrong-requests-behaviour.ts';

testWrongRequests({ createHandler, serveHttp, serveStdio });
