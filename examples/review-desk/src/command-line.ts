import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The checkout that this example is part of: the folder to serve if no other is named. */
export const CHECKOUT = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)));

const REPOSITORY = { repository: { type: 'string', default: CHECKOUT } } as const;

/** @throws {Error} whose message says what is wrong with the options */
export function readStdioOptions(): { readonly repository: string } {
  return parseArgs({ options: REPOSITORY }).values;
}

export interface HttpOptions {
  readonly repository: string;
  readonly port: number;
}

const HTTP_OPTIONS = { ...REPOSITORY, port: { type: 'string' } } as const;
const PORT = '3917';

/**
 * The options of a desk over HTTP; `PORT` in the environment stands in for `--port`.
 * @throws {Error} whose message says what is wrong with them
 */
export function readHttpOptions(): HttpOptions {
  const { values } = parseArgs({ options: HTTP_OPTIONS });
  const port = values.port ?? (process.env['PORT'] || PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new TypeError('The port must be a number from 0 to 65535; 0 takes any free one.');
  }
  return { repository: values.repository, port: Number(port) };
}

/** Runs what an entry point does. What goes wrong at start is one line for the person who started it. */
export async function runCommand(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`review-desk: ${reason(error)}\n`);
    process.exitCode = 1;
  }
}

/** Finishes what is under way when the process is told to stop; told again, the process ends at once. */
export function closeOnSignals(server: { close(): Promise<void> }): void {
  const stop = () => void server.close().finally(() => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, path } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `${error.message}, with --port.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be used. Choose one above 1023 with --port.`;
  if (code === 'ENOENT') return `There is no folder ${path}. Name one that exists with --repository.`;
  return error.message.split('\n', 1).join();
}
