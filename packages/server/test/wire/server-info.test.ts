import { Runtime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { inProcess } from './support/in-process.ts';
import { initialize, post } from './support/raw.ts';

const runtime = new Runtime({ prompts: [] });

const serverInfo = {
  name: 'review-desk',
  version: '1.2.0',
  title: 'Review desk',
  description: 'Reviews code against our guidelines',
  websiteUrl: 'https://example.com/desk',
  icons: [{ src: 'data:image/svg+xml,%3Csvg/%3E', mimeType: 'image/svg+xml', sizes: ['any'], theme: 'dark' as const }],
};
const described = { ...serverInfo, instructions: 'Ask for a review first' };

describe('initialize', () => {
  const expected = { result: { serverInfo, instructions: 'Ask for a review first' } };

  test('returns the full serverInfo and the instructions over HTTP', async () => {
    const server = await serveHttp(runtime, { ...described, port: 0 });
    const { body } = await post(server.url, JSON.stringify(initialize('2025-11-25')));
    await server.close();
    expect(body).toMatchObject(expected);
  });

  test('returns the full serverInfo and the instructions over stdio', async () => {
    const server = await inProcess(runtime, described);
    const answer = await server.lines.ask(JSON.stringify(initialize('2025-11-25')));
    await server.close();
    expect(answer).toMatchObject(expected);
  });
});

const unnamed = 'The server has no name: set name and version, such as';
describe('createHandler and serveStdio', () => {
  test.each<[object, string]>([
    [{ version: '1' }, unnamed],
    [{ name: '', version: '1' }, unnamed],
    [{ name: 7, version: '1' }, unnamed],
    [{ name: 'x' }, 'The server has no version: set name and version, such as'],
    [{ name: 'x', version: 2 }, 'The server has no version: set name and version, such as'],
    [{ name: 'x', version: '1', title: 7 }, '`title` is not a string'],
    [{ name: 'x', version: '1', instructions: ['a'] }, '`instructions` is not a string'],
    [{ name: 'x', version: '1', websiteUrl: 'example.com' }, '`websiteUrl` is "example.com"'],
    [{ name: 'x', version: '1', icons: [{ src: 'http://a.b/c.png' }] }, '`src` of an icon is "http://a.b/c.png"'],
    [{ name: 'x', version: '1', icons: {} }, '`icons` is not an array'],
  ])('rejects %j', async (identity, problem) => {
    const given = identity as { name: string; version: string };
    expect(() => createHandler(runtime, given)).toThrow(problem);
    await expect(serveStdio(runtime, given)).rejects.toThrow(problem);
  });
});
