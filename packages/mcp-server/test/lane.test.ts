import { Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { createHandler, serveHttp } from '@cuecard/mcp-server';
import { describe, expect, test } from '@jest/globals';
import { isInLane } from '../../mcp-sdk/test/support/lane-stack.ts';
import { testLane } from '../../mcp-sdk/test/support/lane-behaviour.ts';
import { ask, type Asked, envelope, outcome } from './support/modern.ts';

testLane({ createHandler, serveHttp });

/** Returns whether the fast path or the SDK answers the request. */
@Prompt()
class Way implements PromptHandler {
  render = (_: object, context: RequestContext) => {
    context.progress(1);
    return isInLane() ? 'lane' : 'server';
  };
}

describe('Lane with a 2026-07-28 envelope', () => {
  const get = (more: object = {}, meta: object = {}): Asked => ({
    method: 'prompts/get',
    params: { name: 'way', ...more, _meta: { ...envelope(), ...meta } },
  });
  test.each([
    ['answers a plain request', get(), {}, 'lane'],
    ['answers a request with a trace context', get({}, { traceparent: '00-1-2-01' }), {}, 'lane'],
    ['leaves a log level to the SDK', get({}, { 'io.modelcontextprotocol/logLevel': 'info' }), {}, 'server'],
    ['leaves a further round to the SDK', get({ inputResponses: {} }), {}, 'server'],
    ['leaves a base64 name to the SDK', get(), { 'mcp-name': '=?base64?d2F5?=' }, 'server'],
  ] as const)('%s', async (_, request, headers, expected) => {
    const runtime = new Runtime({ prompts: [Way] });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
    const answer = await ask(server.url, request, headers);
    await server.close();
    expect(outcome(answer)).toEqual({
      resultType: 'complete',
      messages: [{ role: 'user', content: { type: 'text', text: expected } }],
    });
  });
});
