import { describe, expect, test } from '@jest/globals';
import { conversations } from './support/conversation.ts';
import { ANSWERS } from './support/host-answers.ts';
import { hostDesk, PROMPT_NAMES } from './support/host-desk.ts';
import { type Heard, replay } from './support/replay.ts';

/** The hosts that get the prompts as tools. */
const WITH_PROMPTS_AS_TOOLS = new Set(['codex', 'copilot-cli', 'continue-cli', 'cline', 'opencode']);

describe.each([...conversations()])('Server that receives the recorded requests of %s', (host, held) => {
  const rows = held
    .filter(({ refused }) => refused === undefined)
    .map((each) => [each.typed, each.over, each] as const);
  if (rows.length === 0) return;

  test.each(rows)('responds to “%s” over %s', async (typed, _over, conversation) => {
    const heard = await replay(conversation, hostDesk());
    expect(heard.filter(isCall).map(outcome)).toEqual(ANSWERS[host]?.[typed]);
    for (const { answer } of heard.filter(({ message }) => message.method === 'tools/list'))
      expect(named(answer.result?.['tools'])).toEqual(
        WITH_PROMPTS_AS_TOOLS.has(host) ? ['ask_tool', ...PROMPT_NAMES] : ['ask_tool'],
      );
    for (const { answer } of heard.filter(({ message }) => message.method === 'prompts/list'))
      expect(requiredIn(answer.result?.['prompts'])).toEqual([PROMPT_NAMES, host === 'claude-code' ? [] : REQUIRED]);
  });
});

/** The required arguments. There are none if the host itself rejects missing ones and shows forms. */
const REQUIRED = ['topic', 'second', 'text'];

interface Listed {
  readonly name: string;
  readonly arguments?: readonly { readonly name: string; readonly required?: boolean }[];
}

const named = (list: unknown) => (list as readonly Listed[]).map(({ name }) => name);

function requiredIn(list: unknown): readonly [readonly string[], readonly string[]] {
  const args = (list as readonly Listed[]).flatMap((each) => each.arguments ?? []);
  return [named(list), args.filter(({ required }) => required).map(({ name }) => name)];
}

function isCall({ message }: Heard): boolean {
  return message.method === 'prompts/get' || message.method === 'tools/call';
}

/** Removes the properties that 2026-07-28 adds to each result. */
function outcome({ answer: { result, error } }: Heard): unknown {
  if (result === undefined) return error;
  const added = new Set(['_meta', 'resultType', 'requestState']);
  return Object.fromEntries(Object.entries(result).filter(([name]) => !added.has(name)));
}
