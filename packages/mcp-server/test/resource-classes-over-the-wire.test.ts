import { serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testResourceClassesOverTheWire } from '../../mcp-sdk/test/support/resource-classes-over-the-wire-behaviour.ts';

testResourceClassesOverTheWire({ serveHttp, serveStdio });
