import { createHandler } from '@cuecard/server';
import { testResumableSessions } from './support/resumable-sessions-behaviour.ts';

testResumableSessions({ createHandler });
