import { serveHttp } from '@cuecard/mcp-sdk';
import { testStandaloneStream } from './support/standalone-stream-behaviour.ts';

testStandaloneStream({ serveHttp });
