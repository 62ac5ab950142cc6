import { createHandler } from '@cuecard/server';
import { testClosing } from './support/closing-behaviour.ts';

testClosing({ createHandler });
