import { serveStdio } from '@cuecard/mcp-sdk';
import { runtime } from './runtime.js';

void serveStdio(runtime, { name: 'bundled', version: '1.0.0' });
