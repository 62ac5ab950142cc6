import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const SCRIPT = `
import { createServer } from 'node:http';
import { HttpResources } from '@cuecard/resources';
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('a');
}).listen(0, '127.0.0.1', async () => {
  const origin = 'http://127.0.0.1:' + server.address().port;
  const { text } = await new HttpResources({ origins: [{ origin, privateAddresses: true }] }).read(origin + '/');
  const used = globalThis[Symbol.for('undici.globalDispatcher.1')];
  const { Agent } = await import('undici');
  console.log(JSON.stringify({ text, isTakenOver: used instanceof Agent }));
  process.exit();
});
`;

test('reading does not take over what fetch uses in the rest of the process', async () => {
  const args = ['--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: new URL('..', import.meta.url) });
  expect(JSON.parse(stdout)).toEqual({ text: 'a', isTakenOver: false });
});
