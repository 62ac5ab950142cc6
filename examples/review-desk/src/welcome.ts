import { styleText } from 'node:util';
import type { ListedPrompt } from '@cuecard/core';
import { settingsCommand } from './command-line.js';
import { type Desk, IDENTITY } from './desk.js';

export interface WelcomeOptions {
  readonly url: string;
  readonly inColour: boolean;
}

/**
 * What a person sees who opens the desk, on one screen of 24 lines. What is needed next comes last, where it stays in
 * sight.
 */
export async function welcome(desk: Desk, { url, inColour }: WelcomeOptions): Promise<string> {
  const heading = (text: string) => (inColour ? styleText(['bold', 'cyan'], text) : text);
  const { prompts } = await desk.runtime.prompts.list();
  return `
${heading(`${IDENTITY.title} ${IDENTITY.version}`)} serves ${desk.folder.path}

${prompts.map(describe).join('\n')}

${heading('Get a prompt')} from another terminal:
  npx -y @modelcontextprotocol/inspector --cli ${url} \\
    --transport http --method prompts/get \\
    --prompt-name review_code --prompt-args code=1/0
${heading('Connect')} Claude, VS Code or Cursor; this prints their settings:
  ${settingsCommand(url, desk.folder.path)}

${heading('URL')}   ${url}
${heading('Stop')}  Ctrl-C
`;
}

function describe({ name, arguments: args = [] }: ListedPrompt): string {
  const names = args.map((arg) => (arg.required ? arg.name : `[${arg.name}]`));
  return `  ${[name, ...names].join(' ')}`;
}
