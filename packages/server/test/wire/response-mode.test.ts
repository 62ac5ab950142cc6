import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testResponseMode } from './support/response-mode-behaviour.ts';

testResponseMode({ createHandler, serveHttp, serveStdio });
