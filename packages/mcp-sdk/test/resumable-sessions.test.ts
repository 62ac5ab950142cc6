import { createHandler } from '@cuecard/mcp-sdk';
import { testResumableSessions } from './support/resumable-sessions-behaviour.ts';

testResumableSessions({ createHandler });
