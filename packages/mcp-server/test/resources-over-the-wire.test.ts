import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testResourcesOverTheWire } from '../../mcp-sdk/test/support/resources-over-the-wire-behaviour.ts';

testResourcesOverTheWire({ serveHttp, serveStdio });
