import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { testMemory } from '../../mcp-sdk/test/support/memory-behaviour.ts';

testMemory({ createHandler, serveHttp, serveStdio }, import.meta.resolve('@cuecard/mcp-server'));
