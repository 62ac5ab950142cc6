import { createHandler, serveHttp } from '@cuecard/mcp-sdk';
import { testLane } from './support/lane-behaviour.ts';

testLane({ createHandler, serveHttp });
