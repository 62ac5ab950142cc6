import { createHandler } from '@cuecard/mcp-sdk';
import { testReleased } from './support/memory-behaviour.ts';

testReleased({ createHandler });
