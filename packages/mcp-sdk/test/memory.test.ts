import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { testMemory } from './support/memory-behaviour.ts';

testMemory({ createHandler, serveHttp, serveStdio }, import.meta.resolve('@cuecard/mcp-sdk'));
