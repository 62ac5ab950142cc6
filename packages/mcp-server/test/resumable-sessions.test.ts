import { createHandler } from '@cuecard/mcp-server';
import { testResumableSessions } from '../../mcp-sdk/test/support/resumable-sessions-behaviour.ts';

testResumableSessions({ createHandler });
