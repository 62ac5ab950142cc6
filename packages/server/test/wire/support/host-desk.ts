import {
  Arg,
  assistant,
  audio,
  type DataPrompt,
  definePrompt,
  defineTool,
  embed,
  image,
  link,
  type RequestContext,
  Runtime,
  user,
} from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

const bytes = (base64: string) => Buffer.from(base64, 'base64');
const PNG = bytes('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==');
const WAV = bytes('UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==');

const notes = () => embed(Buffer.from('Be kind.'), { uri: 'memo:///notes.md', mimeType: 'text/markdown' });
const linked = () => link({ uri: 'memo:///linked.md', name: 'linked', mimeType: 'text/markdown' });

/** The form for the user. */
class Wish {
  @Arg({ description: 'Which colour' })
  @IsIn(['red', 'green'])
  colour!: string;

  @Arg({ description: 'How many' })
  @IsInt()
  @Min(1)
  amount!: number;

  @Arg({ description: 'Sure?' })
  sure!: boolean;
}

async function ask(_args: object, context: RequestContext): Promise<string> {
  return `Asked: ${JSON.stringify(await context.ask(Wish, 'What would you like?'))}`;
}

type Args = Readonly<Record<string, unknown>>;

function prompt(name: string, render: DataPrompt<Args>['render'], args: DataPrompt<Args>['args'] = []) {
  return definePrompt({ name, description: `The prompt ${name}`, args, render });
}

const PROMPTS = [
  prompt('hello', () => 'Hello "you"\nand you'),
  prompt('required_text', ({ text }) => `Text: [${text}]`, [{ name: 'text' }]),
  prompt('rules', ({ level, count, flag }) => `Rules: ${JSON.stringify({ level, count, flag })}`, [
    { name: 'level', rules: [IsOptional(), IsIn(['low', 'mid', 'high'])] },
    { name: 'count', type: Number, rules: [IsOptional(), IsInt(), Min(1), Max(9)] },
    { name: 'flag', type: Boolean, rules: [IsOptional()] },
  ]),
  prompt('mixed', ({ topic, second, rest = 'no rest' }) => `Mixed: [${topic}] [${second}] [${rest}]`, [
    { name: 'topic' },
    { name: 'second' },
    { name: 'rest', rules: [IsOptional()] },
  ]),
  prompt('several', () => [user('One'), user('Two'), assistant('Three'), user('Four')]),
  prompt('embedded_first', async () => [user(await notes()), user('After')]),
  prompt('linked', () => [user('Before'), user(linked())]),
  prompt('picture_first', async () => [user(await image(PNG)), user('After')]),
  prompt('sound', async () => [user('Before'), user(await audio(WAV))]),
  prompt('special', () => 'Run !`echo hi`, read @package.json, $1 and $ARGUMENTS'),
  prompt('a_dotted_name', () => 'Dotted'),
  prompt('asking', ask),
];

const TOOLS = [
  defineTool({ name: 'ask_tool', description: 'A tool that asks', annotations: { readOnlyHint: true }, call: ask }),
];

/** The names of its prompts, in the order of lists. */
export const PROMPT_NAMES = PROMPTS.map(({ name }) => name).toSorted();

/** The server of the recorded conversations in `fixtures/hosts`. */
export function hostDesk(): Runtime {
  return new Runtime({ prompts: PROMPTS, tools: TOOLS, askForMissing: true, logger: { warn() {}, error() {} } });
}
