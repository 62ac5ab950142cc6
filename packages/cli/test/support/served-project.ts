import { join } from 'node:path';
import { serveStdio } from '@cuecard/server';
import { LiveProject } from '../../build/project/live-project.js';
import { StdioRelay } from './stdio-relay.ts';

const IDENTITY = { name: 'desk', version: '1.0.0' };
const logger = { error() {}, warn() {}, info() {}, debug() {} };

/** Serves the project of a folder over stdio, in this process. */
export async function projectOverStdio(folder: string): Promise<StdioRelay> {
  const file = join(folder, 'cuecard.config.ts');
  const { runtime } = await LiveProject.open({ file, folder, command: 'serve', args: [], logger });
  return StdioRelay.start((stream) => serveStdio(runtime, { ...IDENTITY, stdin: stream, stdout: stream }));
}
