import { bindRuntime, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { testAuthentication } from './support/authentication-behaviour.ts';
import { testOwnServer } from './support/own-server-behaviour.ts';
import { sessionVersions } from './support/versions.ts';

testAuthentication({ serveHttp, serveStdio }, sessionVersions);
testOwnServer({ bindRuntime, InMemoryTransport, Server });
