import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Address } from '../client.js';

const PROGRAM = fileURLToPath(new URL('server.js', import.meta.url));
const STOP_MS = 10_000;

/** Where a desk is, and the one beside it that has prompts alone. */
export interface Desk {
  readonly full: Address;
  readonly bare: Address;
  /** @throws {Error} if it does not end in order */
  stop(): Promise<void>;
}

/** Opens a desk over HTTP; over stdio, each client starts its own. */
export async function openDesk(): Promise<Desk> {
  const server = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = () => server.kill('SIGKILL');
  process.once('exit', end);
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const [url, bareUrl]: string[] = JSON.parse(line);
  const at = (where = '', ...options: string[]) => {
    return { url: where, command: process.execPath, args: [PROGRAM, '--stdio', ...options] };
  };
  return {
    full: at(url),
    bare: at(bareUrl, '--bare'),
    async stop() {
      server.kill('SIGTERM');
      const [code] = await once(server, 'exit', { signal: AbortSignal.timeout(STOP_MS) });
      process.off('exit', end);
      if (code !== 0) throw new Error(`The desk ends with ${code}`);
    },
  };
}
