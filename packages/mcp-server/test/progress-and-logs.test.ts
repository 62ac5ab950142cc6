import { bindRuntime, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { hostsOf } from '../../mcp-sdk/test/support/meeting.ts';
import { testLevels, testProgressAndLogs } from '../../mcp-sdk/test/support/progress-and-logs-behaviour.ts';

testProgressAndLogs({ bindRuntime, InMemoryTransport, Server }, hostsOf({ serveHttp, serveStdio }));
testLevels({ serveHttp });
