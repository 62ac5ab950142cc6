import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { hosts } from './support/hosts.ts';
import { testProgressAndLogs } from './support/progress-and-logs-behaviour.ts';

testProgressAndLogs({ bindRuntime, InMemoryTransport, Server }, hosts);
