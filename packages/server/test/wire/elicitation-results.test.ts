import { Arg, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { ask, type Asked, envelope, headersOf, messageOf } from './support/modern.ts';
import { headers } from './support/raw.ts';

class Traveller {
  @Arg()
  name!: string;
}

@Prompt()
class Trip implements PromptHandler {
  render = async (_: object, context: RequestContext) => (await context.ask(Traveller, 'Who travels?')).name;
}

const trip: Asked = { method: 'prompts/get', params: { name: 'trip', _meta: envelope() } };
const identity = { name: 'x', version: '1' };

describe('input_required result', () => {
  test('is completed over HTTP', async () => {
    const server = await serveHttp(new Runtime({ prompts: [Trip] }), { ...identity, port: 0, maxRequests: 2 });
    const answers = [];
    for (let round = 0; round < 4; round += 1) {
      const { status, body } = await ask(server.url, trip);
      answers.push([status, (body as { result: { resultType: string } }).result?.resultType]);
    }
    expect(answers).toEqual(Array.from({ length: 4 }, () => [200, 'input_required']));
    const before = performance.now();
    await server.close();
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('is completed in a web-standard request', async () => {
    const handler = createHandler(new Runtime({ prompts: [Trip] }), { ...identity, maxRequests: 2 });
    const statuses = [];
    for (let round = 0; round < 4; round += 1) {
      const request = new Request('http://localhost/', {
        method: 'POST',
        headers: { ...headers, ...headersOf(trip) },
        body: JSON.stringify(messageOf(trip)),
      });
      statuses.push((await handler.fetch(request)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200]);
    await handler.close();
  });

  test('is completed over stdio', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const server = await serveStdio(new Runtime({ prompts: [Trip] }), { ...identity, stdin, stdout });
    stdin.write(`${JSON.stringify(messageOf(trip))}\n`);
    const [line] = await once(stdout, 'data');
    expect(JSON.parse(String(line))).toMatchObject({ result: { resultType: 'input_required' } });
    const before = performance.now();
    await server.close();
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
