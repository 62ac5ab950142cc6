import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { run, ServerProcess } from '../lib.js';

// Creates projects as a stranger does, and runs the commands of their README.

const LIMIT_MS = 240_000;

/** Each container and each test runner, with the command that creates the project. */
export const NEW_PROJECTS = [
  { command: 'npm create cuecard@latest reviews', title: 'npm create: tsyringe, and tests for node:test' },
  {
    command: 'npx @cuecard/cli new project reviews --container none --tests jest',
    title: 'new project: no container, and tests for Jest',
  },
  {
    command: 'npm create cuecard@latest reviews -- --container nest --tests vitest',
    title: 'npm create: Nest, and tests for Vitest',
  },
];

/**
 * @param {string} folder an empty one
 * @param {string} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>}
 */
export async function newProjectFaults(folder, command, env) {
  const additions = ['prompt', 'tool', 'resource'].map((kind) => `npx cuecard new ${kind} added-${kind}`);
  const commands = [command, 'cd reviews', 'npm install', ...additions, 'npm test'];
  const { code, output } = await run('sh', ['-exc', commands.join('\n')], { cwd: folder, env, limitMs: LIMIT_MS });
  return code === 0 ? startFaults(`${folder}/reviews`, env) : [output];
}

/**
 * Starts a project and gets a prompt of it with an official client.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function startFaults(folder, env) {
  const server = new ServerProcess('npm', ['start', '--', '--port', '0'], { cwd: folder, env });
  try {
    const text = await reviewFrom(await server.printed(/http\S+\/mcp\b/, LIMIT_MS));
    return text.includes('Prefer small functions.') ? [] : [`The prompt is ${text}`];
  } catch (error) {
    return [`No client gets the prompt: ${String(error)}\n${server.output}`];
  } finally {
    server.kill();
  }
}

/** @param {string} url */
async function reviewFrom(url) {
  const client = new Client({ name: 'newcomer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { messages } = await client.getPrompt({ name: 'code_review', arguments: { code: 'let x' } });
  await client.close();
  const content = messages[0]?.content;
  return content?.type === 'text' ? content.text : '';
}
