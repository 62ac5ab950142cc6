import { bindRuntime, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { hostsOf } from '../../mcp-sdk/test/support/meeting.ts';
import { testProgressAndLogs } from '../../mcp-sdk/test/support/progress-and-logs-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

testProgressAndLogs(
  { bindRuntime, InMemoryTransport, serveHttp, Server },
  { hosts: hostsOf({ serveHttp, serveStdio }), versions: everyVersion },
);
