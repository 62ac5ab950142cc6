import { createHandler } from '@cuecard/mcp-server';
import { testClosing } from '../../mcp-sdk/test/support/closing-behaviour.ts';

testClosing({ createHandler });
