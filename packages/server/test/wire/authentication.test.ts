import { bindRuntime } from '@cuecard/mcp-sdk/v2';
import { serveHttp, serveStdio } from '@cuecard/server';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { testAuthentication } from './support/authentication-behaviour.ts';
import { testOwnServer } from './support/own-server-behaviour.ts';
import { everyVersion } from './support/versions.ts';

testAuthentication({ serveHttp, serveStdio }, everyVersion);
testOwnServer({ bindRuntime, InMemoryTransport, Server });
