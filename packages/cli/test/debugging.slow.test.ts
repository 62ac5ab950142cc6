/** @slow takes more than a second: starts `cuecard get` as a process with a debugger */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { ProjectFolder } from './support/project-folder.ts';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

/** A debugger in a worker. As VS Code does, it reads source maps, and sets breakpoints before a script runs. */
const debuggerFor = (file: string, line: number) => `import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { generatedPositionFor, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { execArgv: [] });
  await once(worker, 'message');
  worker.unref();
} else {
  const session = new Session();
  session.connectToMainThread();
  let map;
  session.on('Debugger.paused', ({ params: { reason, data, callFrames: [{ location }] } }) => {
    if (reason !== 'instrumentation') {
      const place = originalPositionFor(map, { line: location.lineNumber + 1, column: location.columnNumber });
      writeFileSync('paused.json', JSON.stringify(place));
      session.disconnect();
      return;
    }
    if (data.url.endsWith('${file}')) {
      map = new TraceMap(Buffer.from(data.sourceMapURL.split(',')[1], 'base64').toString());
      const { line, column } = generatedPositionFor(map, { source: data.url, line: ${line}, column: 4 });
      session.post('Debugger.setBreakpoint', {
        location: { scriptId: data.scriptId, lineNumber: line - 1, columnNumber: column },
      });
    }
    session.post('Debugger.resume');
  });
  session.post('Debugger.enable');
  session.post('Debugger.setInstrumentationBreakpoint', { instrumentation: 'beforeScriptWithSourceMapExecution' });
  parentPort.on('message', () => {}).postMessage('ready'); // A listener keeps the worker alive.
}
`;

let project: ProjectFolder;
afterEach(() => project.remove());

describe('Loader', () => {
  test('lets a debugger stop at a breakpoint in a source file', async () => {
    const hello = greeting('hello');
    const line = hello.split('\n').findIndex((text) => text.includes('return')) + 1;
    project = new ProjectFolder({
      ...DESK,
      'src/prompts/hello.ts': hello,
      'debugger.mjs': debuggerFor('src/prompts/hello.ts', line),
    });
    const args = ['--inspect=0', '--import', './debugger.mjs', CUECARD, 'get', 'hello'];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: project.path,
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    expect([stdout, JSON.parse(project.read('paused.json'))]).toEqual([
      expect.stringContaining('Hi you (Hello 1)'),
      { source: new URL(`file://${join(project.path, 'src/prompts/hello.ts')}`).href, line, column: 4, name: null },
    ]);
  });
});
