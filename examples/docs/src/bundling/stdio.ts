import { serveStdio } from '@cuecard/server';
import { runtime } from './runtime.js';

void serveStdio(runtime, { name: 'bundled', version: '1.0.0' });
