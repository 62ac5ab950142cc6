import { serveHttp } from '@cuecard/mcp-server';
import { testStandaloneStream } from '../../mcp-sdk/test/support/standalone-stream-behaviour.ts';

testStandaloneStream({ serveHttp });
