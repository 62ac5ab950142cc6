import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { definePrompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import type { ApiError } from '../../build/playground/api.js';
import { closables } from '../../../server/test/support/closables.ts';
import { servedPage } from './support/served-page.ts';

const open = closables();
const runtime = new Runtime({ prompts: [definePrompt({ name: 'near', render: () => 'here' })] });

const outcomeOf = async (answer: Promise<Response>) => [(await answer).status, await (await answer).json()];
const refusal = (code: string, message: string) => ({ error: { code, message } });
const json = { 'content-type': 'application/json' };

describe('Playground API', () => {
  test('rejects unknown paths and methods', async () => {
    const { api } = await servedPage(runtime, open);
    const nothing = refusal('path', 'This path does not exist');
    expect(await outcomeOf(api('none'))).toEqual([404, nothing]);
    expect(await outcomeOf(api('project/x'))).toEqual([404, nothing]);
    expect(await outcomeOf(api('definitions/prompt/%ff'))).toEqual([
      400,
      refusal('path', 'The path is not percent-encoded UTF-8'),
    ]);
    expect(await outcomeOf(api('view'))).toEqual([405, refusal('method', 'This path allows only POST')]);
    expect((await api('view')).headers.get('allow')).toBe('POST');
    expect(await outcomeOf(api('project', { method: 'DELETE' }))).toEqual([
      405,
      refusal('method', 'This path allows only GET'),
    ]);
    expect(await outcomeOf(api('events', { method: 'POST' }))).toEqual([
      405,
      refusal('method', 'This path allows only GET'),
    ]);
    expect(await outcomeOf(api('catalogue?from=-1'))).toEqual([400, refusal('query', '"from" must be a whole number')]);
  });

  test('rejects bodies that are not JSON or exceed a mebibyte', async () => {
    const { api } = await servedPage(runtime, open);
    const send = (body: string, headers: Record<string, string> = json) => {
      return outcomeOf(api('view', { method: 'POST', headers, body }));
    };
    const large = refusal('too-large', 'The body has more than 1048576 bytes');
    expect(await send('{}', { 'content-type': 'text/plain' })).toEqual([
      415,
      refusal('content-type', 'The content type must be application/json'),
    ]);
    expect(await send('{')).toEqual([400, refusal('json', 'The body is not JSON')]);
    expect(await send(JSON.stringify('x'.repeat(1024 * 1024)))).toEqual([413, large]);
    const chunks = new ReadableStream({
      pull: (stream) => stream.enqueue(new TextEncoder().encode('"'.padEnd(64 * 1024, 'x'))),
    });
    const streamed = { method: 'POST', headers: json, body: chunks, duplex: 'half' as const };
    const cutOff = await api('view', streamed).catch(() => undefined); // The connection may end first.
    expect(cutOff?.status ?? 413).toBe(413);
    expect((await api('project')).status).toBe(200);
  });

  test('responds with 404 to a target that is not a URL', async () => {
    const { endpoint } = await servedPage(runtime, open);
    const { port } = new URL(endpoint);
    const statuses = ['//', '/%', 'http://[', '*'].map(async (path) => {
      const asking = request({ port, host: '127.0.0.1', path, method: 'GET' }).end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      return answer.resume().statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404]);
  });

  test('names a missing or invalid property', async () => {
    const { post } = await servedPage(runtime, open, { open: async () => {} });
    const wrong = async (path: string, body: unknown) =>
      ((await (await post(path, body)).json()) as ApiError).error.message;
    const view = { kind: 'prompt', name: 'near', arguments: {}, hosts: [], revisions: [] };
    expect(await wrong('view', { ...view, kind: 'letter' })).toBe('"kind" must be one of prompt, tool, resource');
    expect(await wrong('view', { ...view, name: 7 })).toBe('"name" must be a string');
    expect(await wrong('view', { ...view, arguments: [] })).toBe('"arguments" must be an object');
    expect(await wrong('view', { ...view, hosts: ['netscape'] })).toMatch(
      /^"hosts" must be a list of any client, claude/,
    );
    expect(await wrong('view', { ...view, revisions: '2025-11-25' })).toMatch(
      /^"revisions" must be a list of 2026-07-28,/,
    );
    expect(await wrong('view', { ...view, name: 'none' })).toBe('There is no prompt "none"');
    expect(await wrong('open', [])).toBe('"path" must be a string');
    expect(await wrong('open', { path: 'a.ts', line: 0 })).toBe('"line" must be a positive whole number');
  });

  test('opens only files of the project, if an editor is configured', async () => {
    const opened: unknown[] = [];
    const { post } = await servedPage(runtime, open, { open: async (place) => void opened.push(place) });
    const answers = ['src/a.ts', '../a.ts', 'src/../../a.ts', '/etc/passwd', '\\\\host\\a', 'C:\\a', 'a\0b'].map(
      async (path) => (await post('open', { path, line: 3, column: 5 })).status,
    );
    expect(await Promise.all(answers)).toEqual([204, 400, 400, 400, 400, 400, 400]);
    expect(opened).toEqual([{ path: 'src/a.ts', line: 3, column: 5 }]);
    const without = await servedPage(runtime, open);
    expect((await without.post('open', { path: 'src/a.ts' })).status).toBe(404);
  });

  test('reports internal errors only to the log', async () => {
    const logged: unknown[][] = [];
    const logger = { error: (...args: unknown[]) => void logged.push(args), warn: () => {} };
    const failure = new Error('secret');
    const { post } = await servedPage(new Runtime({ prompts: [], logger }), open, {
      open: () => Promise.reject(failure),
    });
    expect(await outcomeOf(post('open', { path: 'a.ts' }))).toEqual([
      500,
      refusal('internal', 'Internal error. See the server log for the cause'),
    ]);
    expect(logged).toEqual([['The playground could not handle a request', failure]]);
  });
});
