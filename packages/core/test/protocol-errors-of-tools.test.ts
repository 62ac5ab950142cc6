import { defineTool, RequestError, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';

const client = { revision: '2025-11-25' };

test.each([5, 'x', [[]], null])('Runtime.tools.call throws a protocol error for the arguments %j', async (given) => {
  const runtime = new Runtime({ tools: [defineTool({ name: 'sum', args: [{ name: 'a' }], call: () => '' })] });
  const call = runtime.tools.call({ name: 'sum', arguments: given as never }, { client });
  expect(await call.catch(({ code, message }: RequestError) => ({ code, message }))).toEqual({
    code: -32602,
    message: expect.stringContaining('arguments must be an object'),
  });
});

test('Runtime.tools.call throws a protocol error for a missing client capability', async () => {
  const tool = defineTool({
    name: 'ask',
    call: () => {
      throw new RequestError('Needs elicitation', { code: -32021 });
    },
  });
  const call = new Runtime({ tools: [tool] }).tools.call({ name: 'ask' }, { client });
  expect(await call.catch(({ code }: RequestError) => code)).toBe(-32021);
});
