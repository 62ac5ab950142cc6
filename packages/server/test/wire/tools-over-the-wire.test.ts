import * as adapter from '@cuecard/server';
import { testToolsOverTheWire } from './support/tools-over-the-wire-behaviour.ts';

testToolsOverTheWire(adapter, [
  { mode: 'legacy', revision: '2025-11-25' },
  { mode: 'auto', revision: '2026-07-28' },
]);
