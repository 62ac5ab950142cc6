import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../outcome/problem.js';
import type { Computer } from './clients.js';
import type { Plan } from './plan.js';

/** A command of a client, such as `claude mcp add`. */
export interface ClientCall {
  readonly file: string;
  readonly words: readonly string[];
}

/** The client's own command that adds or removes the server; `undefined` if it has none. */
export function callOf({ client, program, path, scope, address }: Plan, remove: boolean): ClientCall | undefined {
  const { name: word, add, remove: without } = client.program ?? {};
  const name = path.at(-1) ?? '';
  const words = remove ? without?.({ name, scope }) : add?.({ name, scope, address });
  if (program === undefined || word === undefined || words === undefined) return undefined;
  return { file: program, words: [word, ...words] };
}

/** Formats the command for a shell. */
export function commandText({ words }: ClientCall): string {
  const quoted = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`));
  return quoted.join(' ');
}

const TIMEOUT_MS = 60_000;

/** Runs the command in the folder of the project. @throws {Problem} `client-failed` with its output */
export async function runClient(call: ClientCall, { client, root }: Plan, { env }: Computer): Promise<void> {
  try {
    await promisify(execFile)(call.file, call.words.slice(1), { cwd: root, env, timeout: TIMEOUT_MS });
  } catch (cause) {
    const { stderr = '', stdout = '', message } = cause as { stderr?: string; stdout?: string; message: string };
    throw new Problem({
      code: 'client-failed',
      summary: `${client.title} rejected the command ${commandText(call)}`,
      why: stderr.trim() || stdout.trim() || message,
      fix: 'Run the command by hand. If the client already has a server with this name, remove the server first with --remove',
      cause,
    });
  }
}
