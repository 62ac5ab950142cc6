import { createHandler } from '@cuecard/server';
import { testReleased } from './support/memory-behaviour.ts';

testReleased({ createHandler });
