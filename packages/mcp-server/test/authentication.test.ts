import { bindRuntime, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { testAuthentication } from '../../mcp-sdk/test/support/authentication-behaviour.ts';
import { testOwnServer } from '../../mcp-sdk/test/support/own-server-behaviour.ts';
import { everyVersion } from '../../mcp-sdk/test/support/versions.ts';

testAuthentication({ serveHttp, serveStdio }, everyVersion);
testOwnServer({ bindRuntime, InMemoryTransport, Server });
