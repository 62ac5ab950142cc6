import { createHandler, serveHttp } from '@cuecard/mcp-server';
import { testBearer } from '../../mcp-sdk/test/support/bearer-behaviour.ts';

testBearer({ createHandler, serveHttp });
