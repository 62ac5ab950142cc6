import * as adapter from '@cuecard/mcp-sdk';
import { testToolsOverTheWire } from './support/tools-over-the-wire-behaviour.ts';

testToolsOverTheWire(adapter, [{ mode: 'legacy', revision: '2025-11-25' }]);
