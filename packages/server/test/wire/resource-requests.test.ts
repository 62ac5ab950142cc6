import { serveHttp, serveStdio } from '@cuecard/server';
import { testResourceRequests } from './support/resource-requests-behaviour.ts';

testResourceRequests({ serveHttp, serveStdio });
