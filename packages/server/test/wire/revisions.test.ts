import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testRevisions } from './support/revisions-behaviour.ts';

testRevisions({ createHandler, serveHttp, serveStdio });
