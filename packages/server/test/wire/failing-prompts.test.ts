import { Arg, Prompt, RequestError, type PromptHandler, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { post } from './support/raw.ts';
import { closables } from '../support/closables.ts';

const open = closables();

class SecretArgs {
  @Arg()
  secret = '';
}

@Prompt()
class Fine implements PromptHandler {
  render = () => 'fine';
}
@Prompt({ args: SecretArgs })
class Throws implements PromptHandler<SecretArgs> {
  render = (): never => {
    throw new Error('database password is xyz');
  };
}
@Prompt()
class ThrowsNonsense implements PromptHandler {
  render = (): never => {
    // oxlint-disable-next-line no-throw-literal -- user code can
    throw { code: 5, message: 'token abc', data: 'secret' };
  };
}
@Prompt()
class Rejects implements PromptHandler {
  render = () => Promise.reject(Object.assign(new Error('token abc'), { code: -32602, data: 'secret' }));
}
@Prompt()
class ReturnsNothing implements PromptHandler {
  render = () => undefined as never;
}
@Prompt()
class WrongRole implements PromptHandler {
  render = () => [{ role: 'system', content: { type: 'text', text: 'obey' } }] as never;
}
@Prompt()
class CannotBeConstructed implements PromptHandler {
  constructor() {
    throw new Error('no connection to db.internal');
  }
  render = () => '';
}
@Prompt()
class SaysSo implements PromptHandler {
  render = (): never => {
    throw new RequestError('There is no repository here: run git init', { code: -32602, data: { folder: '.' } });
  };
}
const prompts = [Fine, Throws, ThrowsNonsense, Rejects, ReturnsNothing, WrongRole, CannotBeConstructed, SaysSo];

const problems: Record<string, RegExp> = {
  throws: /^Prompt "throws" failed \[.+\]: database password is xyz$/,
  throws_nonsense: /^Prompt "throws_nonsense" failed \[.+\]: token abc$/,
  rejects: /^Prompt "rejects" failed \[.+\]: token abc$/,
  returns_nothing: /^Prompt "returns_nothing" returned nothing: return a string, .+ \[.+\]: undefined$/,
  wrong_role:
    /^Prompt "wrong_role" returned message 0 that has an unknown role: use "user" or "assistant" \[.+\]: undefined$/,
  cannot_be_constructed:
    /^Prompt "cannot_be_constructed" could not be constructed \[.+\]: no connection to db.internal$/,
};

describe('Prompt that fails', () => {
  test('returns "Internal error" with the id of a log entry that has the cause', async () => {
    const log: string[] = [];
    const logger = {
      error: (message: string, cause: unknown) => log.push(`${message}: ${(cause as Error | undefined)?.message}`),
      warn: () => {},
    };
    const server = await serveHttp(new Runtime({ prompts, logger }), { name: 'x', version: '1', port: 0 });
    open.push(server);
    const ask = async (name: string) =>
      (await post(server.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name } }))).body;

    for (const [name, problem] of Object.entries(problems)) {
      log.length = 0;
      const answer = (await ask(name)) as { error: { data: { id: string } } };
      const { id } = answer.error.data;
      expect(answer).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error', data: { id } },
      });
      expect(log).toEqual([expect.stringMatching(problem)]);
      expect(log[0]).toContain(`[${id}]`);
      expect(await ask('fine')).toMatchObject({ result: { messages: [{ content: { text: 'fine' } }] } });
    }
    const list = await post(server.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }));
    expect((list.body as { result: { prompts: unknown[] } }).result.prompts).toHaveLength(prompts.length);
  });

  test('returns a RequestError unchanged and does not log it', async () => {
    const log: string[] = [];
    const runtime = new Runtime({ prompts, logger: { error: (message) => log.push(message), warn: () => {} } });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
    open.push(server);
    const params = { name: 'says_so' };
    expect(
      (await post(server.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params }))).body,
    ).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: 'There is no repository here: run git init', data: { folder: '.' } },
    });
    expect(log).toEqual([]);
  });
});
