import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';

const PORT = 3917;
/** How many ports are tried after the default one. */
const TRIED = 10;

/** Serves on a port that was asked for, or on the first one that is free from the default one on. */
export async function onFreePort<Served>(
  asked: number | undefined,
  serve: (port: number) => Promise<Served>,
): Promise<Served> {
  const ports = asked === undefined ? Array.from({ length: TRIED }, (_, index) => PORT + index) : [asked];
  for (const port of ports.slice(0, -1)) {
    try {
      return await serve(port);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'EADDRINUSE') throw error;
    }
  }
  const last = ports.at(-1) ?? 0;
  return serve(last).catch((error: unknown) => {
    throw unavailable(error, last);
  });
}

function unavailable(error: unknown, port: number): unknown {
  const { code } = error as { readonly code?: unknown };
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  const summary = code === 'EACCES' ? `Port ${port} may not be used` : `Port ${port} is in use`;
  const fix = 'Choose another one with --port, or 0 for any free one';
  return new Problem({ code: 'port-unavailable', summary, fix, cause: error });
}

/** @throws {Problem} `port-invalid` */
export function portOf(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new Problem({
    code: 'port-invalid',
    summary: `"${given}" is not a port`,
    fix: 'Give a number from 0 to 65535; 0 takes any free one',
    exitCode: ExitCode.usage,
  });
}
