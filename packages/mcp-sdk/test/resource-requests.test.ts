import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testResourceRequests } from './support/resource-requests-behaviour.ts';

testResourceRequests({ serveHttp, serveStdio }, { missingCode: () => -32002 });
