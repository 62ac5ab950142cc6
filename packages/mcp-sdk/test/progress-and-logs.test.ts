import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { hosts } from '../../server/test/wire/support/hosts.ts';
import { testProgressAndLogs } from '../../server/test/wire/support/progress-and-logs-behaviour.ts';

testProgressAndLogs({ bindRuntime, InMemoryTransport, Server }, hosts);
