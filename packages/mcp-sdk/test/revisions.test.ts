import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testRevisions } from './support/revisions-behaviour.ts';

testRevisions({ createHandler, serveHttp, serveStdio });
