import { createHandler, serveHttp } from '@cuecard/server';
import { testBearer } from './support/bearer-behaviour.ts';

testBearer({ createHandler, serveHttp });
