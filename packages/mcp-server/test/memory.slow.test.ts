/** @slow measures memory: requests, bodies and streams of a server */
import { createHandler, serveHttp } from '@cuecard/mcp-server';
import { testMemory } from '../../mcp-sdk/test/support/memory-behaviour.ts';
import { testPendingMemory } from '../../mcp-sdk/test/support/pending-memory-behaviour.ts';
import { withProgress } from '../../mcp-sdk/test/support/work-behaviour.ts';
import { modern } from './support/modern-requests.ts';

testPendingMemory(
  { serveHttp },
  {
    'a stream': withProgress,
    'a stream of 2026-07-28': modern({ progressToken: 1 }),
  },
);
testMemory({ createHandler }, import.meta.resolve('@cuecard/mcp-server'));
