/** @slow measures memory: requests, bodies and streams of a server */
import { createHandler, serveHttp } from '@cuecard/server';
import { testMemory } from './support/memory-behaviour.ts';
import { testPendingMemory } from './support/pending-memory-behaviour.ts';
import { withProgress } from './support/work-behaviour.ts';
import { modern } from './support/modern-requests.ts';

testPendingMemory(
  { serveHttp },
  {
    'a stream': withProgress,
    'a stream of 2026-07-28': modern({ progressToken: 1 }),
  },
);
testMemory({ createHandler }, import.meta.resolve('@cuecard/server'));
