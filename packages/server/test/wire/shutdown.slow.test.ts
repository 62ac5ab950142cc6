/** @slow takes more than a second: starts a process for each test */
import { testStdioProcess } from './support/process-behaviour.ts';

testStdioProcess(new URL('fixtures/slow-server.mjs', import.meta.url).pathname);
