import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { testIntroduction } from './support/introduction-behaviour.ts';

testIntroduction({ createHandler, serveHttp, serveStdio });
