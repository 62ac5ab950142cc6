import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { type ListedPrompt, RequestError, type PromptMessage } from '@cuecard/core';
import { CHECKOUT } from './command-line.js';
import { type Desk, IDENTITY } from './desk.js';
import { ExplainFile } from './prompts/explain-file.js';
import { wrap } from './text/wrap.js';

export interface WelcomeOptions {
  readonly url: string;
  readonly inColour: boolean;
}

/** What a person sees who opens the desk: what it serves, how to connect to it, and one of its prompts. */
export async function welcome(desk: Desk, { url, inColour }: WelcomeOptions): Promise<string> {
  const heading = (text: string) => (inColour ? styleText(['bold', 'cyan'], text) : text);
  const { prompts } = await desk.runtime.prompts.list();
  const example = await renderExample(desk);
  const sections = [
    `${heading(`${IDENTITY.title} ${IDENTITY.version}`)} at ${heading(url)}\nServes ${desk.folder.path}\nCtrl-C closes it.`,
    `${heading('Prompts')}\n\n${prompts.map(describe).join('\n')}`,
    ...connections(desk, url).map(([client, text]) => `${heading(client)}\n\n${indent(text)}`),
    ...(example === undefined ? [] : [`${heading(`A prompt, rendered: ${example.title}`)}\n\n${indent(example.text)}`]),
  ];
  return `\n${sections.join('\n\n')}\n\n`;
}

function describe({ name, title, description, arguments: args = [] }: ListedPrompt): string {
  const names = args.map((arg) => (arg.required ? arg.name : `[${arg.name}]`));
  return `  ${[name, ...names].join(' ')}\n${indent(wrap(`${title}: ${description}`, 74), 6)}`;
}

function connections({ folder }: Desk, url: string): [client: string, text: string][] {
  const { name } = IDENTITY;
  const script = fileURLToPath(new URL('stdio.js', import.meta.url));
  const args = [script, ...(folder.path === CHECKOUT ? [] : ['--repository', folder.path])];
  const inspector = `npx -y @modelcontextprotocol/inspector --cli ${url} \\\n  --transport http --method prompts/list`;
  return [
    ['Claude Desktop: claude_desktop_config.json', json({ mcpServers: { [name]: { command: 'node', args } } })],
    ['VS Code: .vscode/mcp.json', json({ servers: { [name]: { type: 'http', url } } })],
    ['MCP inspector', inspector],
  ];
}

const EXAMPLE = 'packages/core/src/runtime.ts';
const SOURCE = /\.(c|cpp|cs|go|java|js|kt|mjs|php|py|rb|rs|swift|ts)$/;

async function renderExample(desk: Desk) {
  const path = await pathOfExample(desk);
  if (path === undefined) return undefined;
  try {
    const { messages } = await desk.runtime.prompts.render(ExplainFile, { path });
    return { title: `explain_file with the path ${path}`, text: messages.map(excerpt).join('\n\n') };
  } catch (error) {
    if (error instanceof RequestError) return undefined; // No example is no reason not to open.
    throw error;
  }
}

async function pathOfExample({ resources }: Desk): Promise<string | undefined> {
  if ((await resources.complete(EXAMPLE)).includes(EXAMPLE)) return EXAMPLE;
  for await (const { name } of resources.list()) {
    if (SOURCE.test(name)) return name;
  }
  return undefined;
}

/** How many lines of a message, and columns of a line, are shown. */
const LINES = 20;
const COLUMNS = 74;

function excerpt({ role, content }: PromptMessage): string {
  const [kind, text] = textOf(content);
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, LINES).map((line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line));
  if (lines.length > LINES) shown.push(`… (${lines.length} lines in all)`);
  return [`${role}, ${kind}:`, ...shown.map((line) => `| ${line}`.trimEnd())].join('\n');
}

function textOf(content: PromptMessage['content']): [kind: string, text: string] {
  if (content.type === 'text') return ['text', wrap(content.text, COLUMNS)];
  return content.type === 'resource_link' ? ['a link', content.name] : [content.type, ''];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function indent(text: string, columns = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(columns));
}
