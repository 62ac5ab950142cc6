import { Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { createHandler, serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { testLane } from './support/lane-behaviour.ts';
import { ask, type Asked, envelope, outcome } from './support/modern.ts';

testLane({ createHandler, serveHttp });

@Prompt()
class Way implements PromptHandler {
  render = (_: object, context: RequestContext) => {
    context.progress(1);
    return 'here';
  };
}

describe('HttpHandler with a 2026-07-28 envelope', () => {
  const get = (more: object = {}, meta: object = {}): Asked => ({
    method: 'prompts/get',
    params: { name: 'way', ...more, _meta: { ...envelope(), ...meta } },
  });
  test.each([
    ['a plain request', get(), {}],
    ['a request with a trace context', get({}, { traceparent: '00-1-2-01' }), {}],
    ['a request with a log level', get({}, { 'io.modelcontextprotocol/logLevel': 'info' }), {}],
    ['a further round', get({ inputResponses: {} }), {}],
    ['a request with a base64 name', get(), { 'mcp-name': '=?base64?d2F5?=' }],
  ] as const)('answers %s', async (_, request, headers) => {
    const runtime = new Runtime({ prompts: [Way] });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
    const answer = await ask(server.url, request, headers);
    await server.close();
    expect(outcome(answer)).toEqual({
      resultType: 'complete',
      messages: [{ role: 'user', content: { type: 'text', text: 'here' } }],
    });
  });
});
