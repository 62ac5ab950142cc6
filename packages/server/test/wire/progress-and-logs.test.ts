import { bindRuntime } from '@cuecard/mcp-sdk/v2';
import { serveHttp, serveStdio } from '@cuecard/server';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { hostsOf } from './support/meeting.ts';
import { testLevels, testProgressAndLogs } from './support/progress-and-logs-behaviour.ts';

testProgressAndLogs({ bindRuntime, InMemoryTransport, Server }, hostsOf({ serveHttp, serveStdio }));
testLevels({ serveHttp });
