import { createHandler, serveHttp } from '@cuecard/mcp-sdk';
import { testBearer } from './support/bearer-behaviour.ts';

testBearer({ createHandler, serveHttp });
