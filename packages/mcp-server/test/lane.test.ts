import { createHandler, serveHttp } from '@cuecard/mcp-server';
import { testLane } from '../../mcp-sdk/test/support/lane-behaviour.ts';

testLane({ createHandler, serveHttp });
