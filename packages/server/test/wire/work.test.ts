import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testWork } from './support/work-behaviour.ts';
import { modern } from './support/modern-requests.ts';

testWork(
  { createHandler, serveHttp, serveStdio },
  { '2026-07-28': modern({}), 'a stream of 2026-07-28': modern({ progressToken: 1 }) },
);
