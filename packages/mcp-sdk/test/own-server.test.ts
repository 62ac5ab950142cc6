import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { testOwnServer } from '../../server/test/wire/support/own-server-behaviour.ts';

testOwnServer({ bindRuntime, InMemoryTransport, Server });
