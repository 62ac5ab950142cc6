/** @slow measures memory: what a server holds of requests, bodies and streams */
import { createHandler, serveHttp } from '@cuecard/mcp-sdk';
import { testMemory } from './support/memory-behaviour.ts';
import { testPendingMemory } from './support/pending-memory-behaviour.ts';

testPendingMemory({ serveHttp });
testMemory({ createHandler }, import.meta.resolve('@cuecard/mcp-sdk'));
