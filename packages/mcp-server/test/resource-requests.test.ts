import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testResourceRequests } from '../../mcp-sdk/test/support/resource-requests-behaviour.ts';

testResourceRequests({ serveHttp, serveStdio });
