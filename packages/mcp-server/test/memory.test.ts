import { createHandler } from '@cuecard/mcp-server';
import { testReleased } from '../../mcp-sdk/test/support/memory-behaviour.ts';

testReleased({ createHandler });
