/** @slow measures memory: requests, bodies and streams of a server */
import { createHandler, serveHttp } from '@cuecard/mcp-sdk';
import { testMemory } from './support/memory-behaviour.ts';
import { testPendingMemory } from './support/pending-memory-behaviour.ts';

testPendingMemory({ serveHttp });
testMemory({ createHandler }, import.meta.resolve('@cuecard/mcp-sdk'));
