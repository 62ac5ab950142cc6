import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testSessions } from './support/sessions-behaviour.ts';

testSessions({ createHandler, serveHttp, serveStdio });
