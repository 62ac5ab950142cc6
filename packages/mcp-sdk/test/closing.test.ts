import { createHandler } from '@cuecard/mcp-sdk';
import { testClosing } from './support/closing-behaviour.ts';

testClosing({ createHandler });
