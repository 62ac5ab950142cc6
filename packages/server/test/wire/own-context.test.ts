import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testOwnContext } from './support/own-context-behaviour.ts';

testOwnContext({ createHandler, serveHttp, serveStdio });
