import type { Json } from './raw.ts';

const text = (said: string) => ({ type: 'text', text: said });
const user = (said: string) => ({ role: 'user', content: text(said) });
const got = (...said: string[]) => ({ messages: said.map(user) });
const called = (said: string) => ({ content: [text(said)] });

const SEVERAL = { messages: [user('One'), user('Two'), { role: 'assistant', content: text('Three') }, user('Four')] };

/** The results for the command-line tools of Gemini and Qwen, which pass only the first text to the model. */
const FIRST_TEXT = {
  '/required_text one two': [got('Text: [one two]')],
  '/several': [got('User:\nOne\n\nUser:\nTwo\n\nAssistant:\nThree\n\nUser:\nFour')],
  '/embedded_first': [got('memo:///notes.md:\n\nBe kind.\n\nAfter')],
  '/picture_first': [got('(An image, image/png, that cannot be shown here.)\n\nAfter')],
};

const BY_THE_MODEL = { 'a call by the model': [called('Text: [two words]')] };

const TEXT_MISSING = [{ argument: 'text', rule: 'isDefined', message: 'text is required' }];

/** The expected results of prompts and tools, by host and input of the user. */
export const ANSWERS: Readonly<Record<string, Readonly<Record<string, readonly Json[]>>>> = {
  'claude-code': {
    '/mcp__desk__hello': [got('Hello "you"\nand you')],
    '/mcp__desk__required_text one "two words" three': [got('Text: [one]')],
    '/mcp__desk__required_text one two': [got('Text: [one]')],
    '/mcp__desk__several': [SEVERAL],
    '/mcp__desk__rules high 3 true': [got('Rules: {"level":"high","count":3,"flag":true}')],
    // Without a user at its form, the host cancels immediately.
    '/mcp__desk__required_text': [
      {
        inputRequests: {
          required_text: {
            method: 'elicitation/create',
            params: {
              mode: 'form',
              message: 'What should "required_text" use as text?',
              requestedSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
            },
          },
        },
      },
      {
        code: -32602,
        message: 'Invalid arguments for prompt "required_text": text is required',
        data: { prompt: 'required_text', errors: TEXT_MISSING },
      },
    ],
  },
  'gemini-cli': { ...FIRST_TEXT, '/mixed a "b c" d e': [got('Mixed: [a] [b c] [no rest]')] },
  'qwen-code': { ...FIRST_TEXT, '/mixed a "b c" d e': [got('Mixed: [a] [b c] [d]')] },
  opencode: {
    '/desk:required_text a b': [got('Text: [$1]')],
    '/desk:rules high 3 true': [got('Rules: {}'), called('Rules: {"level":"high","count":3,"flag":true}')],
    'the list of commands': [
      got('Dotted'),
      got(
        'Prompt "asking" was not used: Prompt "asking" needs more input, but this client does not support elicitation: colour is required; amount is required; sure is required. Report this to the user, and do nothing else.',
      ),
      got('memo:///notes.md:\n\nBe kind.', 'After'),
      got('Hello "you"\nand you'),
      got('Before', 'linked: memo:///linked.md'),
      got('Mixed: [$1] [$2] [no rest]'),
      got('(An image, image/png, that cannot be shown here.)', 'After'),
      got('Text: [$1]'),
      got('Rules: {}'),
      SEVERAL,
      got('Before', '(Audio, audio/wav, that cannot be played here.)'),
      got('Run ! `echo hi`, read @ package.json, $ 1 and $ ARGUMENTS'),
    ],
  },
  codex: BY_THE_MODEL,
  'copilot-cli': { ...BY_THE_MODEL, nothing: [] },
  'continue-cli': BY_THE_MODEL,
  cline: BY_THE_MODEL,
};
