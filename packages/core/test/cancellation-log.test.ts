import { type Interceptor, Prompt, type PromptHandler, type RequestContext, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';

@Prompt({ name: 'wait' })
class Wait implements PromptHandler {
  render = (_: object, { signal }: RequestContext) =>
    new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

test.each<[unknown, string[]]>([
  ['the person closed the window', ['Prompt "wait" was cancelled: the person closed the window']],
  ['x'.repeat(100), [`Prompt "wait" was cancelled: ${'x'.repeat(64)}…`]],
  ['two\nlines', [String.raw`Prompt "wait" was cancelled: two\u000alines`]],
  [undefined, []],
  [new Error('of the transport'), []],
])('why a client cancels is logged once, as far as it is a text: %p', async (reason, expected) => {
  const lines: string[] = [];
  const logger = { error() {}, warn() {}, debug: (line: string) => void lines.push(line) };
  const pass: Interceptor = (_, next) => next();
  const runtime = new Runtime({ prompts: [Wait], interceptors: [pass, pass], logger });
  const controller = new AbortController();
  const answered = runtime.prompts.get({ name: 'wait' }, { signal: controller.signal }).catch(() => 'cancelled');
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(reason);
  expect([await answered, lines]).toEqual(['cancelled', expected]);
});
