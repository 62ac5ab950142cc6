import { definePrompt, InternalError, RequestError, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';

const limits = { answerBytes: 1_000 };
const long = 'x'.repeat(1_001);

test.each<[string, RequestError]>([
  ['message', new RequestError(long, { code: 1 })],
  ['data', new RequestError('No', { code: 1, data: { long } })],
])("Runtime returns an internal error if an error's %s exceeds limits.answerBytes", async (_, thrown) => {
  const lines: unknown[] = [];
  const logger = { error: (...line: unknown[]) => void lines.push(line), warn() {} };
  const prompt = definePrompt({ name: 'loud', render: () => Promise.reject(thrown) });
  const runtime = new Runtime({ prompts: [prompt], limits, logger });
  const refused = (await runtime.prompts.get({ name: 'loud' }).catch((error: unknown) => error)) as InternalError;
  expect(refused).toBeInstanceOf(InternalError);
  const problem = 'threw an error that exceeds `limits.answerBytes`';
  expect(lines).toEqual([[`Prompt "loud" ${problem} [${refused.id}]`, thrown]]);
});

test('Runtime sends an error within limits.answerBytes unchanged', async () => {
  const thrown = new RequestError('x'.repeat(500), { code: 1, data: { y: 'y'.repeat(400) } });
  const prompt = definePrompt({ name: 'loud', render: () => Promise.reject(thrown) });
  const runtime = new Runtime({ prompts: [prompt], limits });
  await expect(runtime.prompts.get({ name: 'loud' })).rejects.toBe(thrown);
});
