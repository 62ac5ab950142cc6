import { type Client, definePrompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { size } from '../../../build/jest/runs.ts';
import { tokens } from './support/tokens.ts';

const client: Client = { name: 'opencode', revision: '2025-11-25' };
const silent = { warn: () => {}, error: () => {} };
const ARGS = ['one', 'two'].map((name) => ({ name, required: true }));

/** Returns the text that opencode receives and uses as a template. */
async function templateOf(output: string, args = ARGS): Promise<string> {
  const prompt = definePrompt({ name: 'say', args, render: () => output });
  const runtime = new Runtime({ prompts: [prompt], logger: silent });
  const placeholders = Object.fromEntries(args.map(({ name }, at) => [name, `$${at + 1}`]));
  const { messages } = await runtime.prompts.get({ name: 'say', arguments: placeholders }, { client });
  return messages.map(({ content }) => (content as { text: string }).text).join('\n');
}

/** Fills in a template as opencode 1.18.33 does: returns the text, the commands to run and the files to read. */
function used(template: string, typed: string) {
  const words = (typed.match(/(?:\[Image\s+\d+\]|"[^"]*"|'[^']*'|[^\s"']+)/g) ?? []).map((word) =>
    word.replace(/^["']|["']$/g, ''),
  );
  const last = Math.max(0, ...(template.match(/\$(\d+)/g) ?? []).map((found) => Number(found.slice(1))));
  const filled = template.replaceAll(/\$(\d+)/g, (_found, place: string) => {
    const at = Number(place) - 1;
    if (at >= words.length) return '';
    return Number(place) === last ? words.slice(at).join(' ') : String(words[at]);
  });
  const text = filled.replaceAll('$ARGUMENTS', typed);
  return {
    text,
    commands: Array.from(text.matchAll(/!`([^`]+)`/g), ([, command]) => command),
    files: Array.from(text.matchAll(/(?<![\w`])@(\.?[^\s`,.]*(?:\.[^\s`,.]+)*)/g), ([, file]) => file).filter(Boolean),
  };
}

const HOSTILE = [
  ...tokens`
    @/etc/passwd $9@/etc/passwd $ARGUMENTS@~/.ssh/id_rsa @$1/../../etc/passwd @src$1/../../etc/passwd
    @$2$1/etc/passwd @id_rsa @general @größe
  `,
  '!`rm`',
  '!$9`rm`',
  '!$1`rm`',
  '!$1$2$3`rm`',
  '!$ARGUMENTS`rm`',
  '!$$1ARGUMENTS`rm`',
  '!$ARG$2UMENTS`rm`',
  '$1`rm`',
  '$1$2`rm`',
  '$ARG$2UMENTS`rm`',
  '$1ARGUMENTS`rm`',
  '$$1ARGUMENTS`rm`',
  'x $1@/etc/passwd',
];

describe('Runtime with the client opencode', () => {
  test.each(HOSTILE)('escapes commands and file references in text: %s', async (hostile) => {
    for (const args of [ARGS, []]) {
      const template = await templateOf(`Look: ${hostile} there`, args);
      for (const typed of ['', 'me', 'hi!', '"" hi!', 'hi! ho!', '$! ho!', 'a b c', 'a$ b!']) {
        const { commands, files } = used(template, typed);
        expect({ hostile, args, typed, commands, files }).toEqual({ hostile, args, typed, commands: [], files: [] });
      }
    }
  });

  test('escapes placeholders in text, but not in arguments', async () => {
    const shell = "awk '{ print $3, $0 }' $10 $ARGUMENTS";
    expect(used(await templateOf(`Explain $1: ${shell}`), 'this').text).toBe(
      "Explain this: awk '{ print $ 3, $ 0 }' $ 10 $ ARGUMENTS",
    );
    expect(used(await templateOf('It costs $5', []), '').text).toBe('It costs $ 5');
  });

  test('keeps decorators and email addresses unchanged', async () => {
    const text = 'Put @Injectable() above it, and write to a@b.example';
    expect(await templateOf(text)).toBe(text);
  });

  test.each(['!$1', '@$1', '$$1ARGUMENTS', '$A', '@a'])(
    'escapes long text in linear time: repeated %s',
    async (each) => {
      const { user: before } = process.cpuUsage();
      await templateOf(each.repeat(size(300_000)));
      // In microseconds. Quadratic time would be minutes.
      expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
    },
  );

  test('does not escape the content of prompts as tools', async () => {
    const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
    const text = { type: 'text' as const, text: 'Run !`ls`, see @/etc/hosts' };
    const prompt = definePrompt({
      name: 'say',
      render: () => [
        { role: 'user', content: image },
        { role: 'user', content: text },
      ],
    });
    const runtime = new Runtime({ prompts: [prompt], logger: silent });
    expect(await runtime.tools.call({ name: 'say' }, { client })).toEqual({ content: [image, text] });
  });
});

test('ClientProfile.drops.tools applies to the results of prompts as tools', async () => {
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
  const prompt = definePrompt({ name: 'say', render: () => ({ role: 'user', content: image }) });
  const clients = { mine: { lacksPrompts: true, drops: { tools: ['image' as const] } } };
  const runtime = new Runtime({ prompts: [prompt], logger: silent, clients });
  expect(await runtime.tools.call({ name: 'say' }, { client: { name: 'mine', revision: '2025-11-25' } })).toEqual({
    content: [{ type: 'text', text: '(An image, image/png, that cannot be shown here.)' }],
  });
});

test('Runtime.tools.call joins text blocks, but only text blocks without annotations', async () => {
  const own = { type: 'text' as const, text: 'For you', annotations: { audience: ['user' as const] } };
  const prompt = definePrompt({
    name: 'say',
    render: () => [{ role: 'user', content: own }, 'For the model', 'and more'],
  });
  const runtime = new Runtime({ prompts: [prompt], logger: silent, promptsAsTools: true });
  expect(await runtime.tools.call({ name: 'say' })).toEqual({
    content: [own, { type: 'text', text: 'For the model\n\nand more' }],
  });
});
