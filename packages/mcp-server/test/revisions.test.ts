import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testRevisions } from '../../mcp-sdk/test/support/revisions-behaviour.ts';

testRevisions({ createHandler, serveHttp, serveStdio });
